import { patternRule, type SegmentKind, type SegmentRule } from '../scan-rule.ts'
import { exfiltrationMeanings } from './exfiltration-meanings.ts'
import { hiddenTextRule } from './hidden-text-rule.ts'
import { limitMeanings, sendMeanings } from './order-meanings.ts'
import { overrideRule } from './override-rule.ts'
import { withMeanings, withParagraphMeanings } from './sentence-meanings.ts'

const read: readonly SegmentKind[] = ['prose', 'comment', 'frontmatter']
const readOrRun: readonly SegmentKind[] = [...read, 'code']

/** Hosts that only draw labels: their operators pass nothing on. */
const badge = /\]\(https?:\/\/(?:img\.shields\.io|badgen\.net|badge\.fury\.io)\//

const lasts =
  /\b(?:every|each|all|future|later|next)\s{1,3}(?:\w{1,15}\s{1,3})?(?:session|conversation|start|time)|always|>>|permanently|persist/
/** What is written there reaches outside, or past the questions. */
const reaches =
  /https?:\/\/(?!(?:[\w-]{1,60}\.)?example\.|localhost|127\.)|\b(?:curl|wget|credentials?|without\s(?:asking|confirmation)|auto-?approve|never\sask|do\snot\sask)\b/

/** Orders to the model that serve somebody other than its user. */
export const promptRules: readonly SegmentRule[] = [
  overrideRule,
  hiddenTextRule,
  patternRule(
    {
      id: 'prompt.reveal',
      severity: 'high',
      message: 'It asks the model for its system prompt or hidden instructions.',
      attack: 'Finds out the rules of the organisation, to get past them.',
      fix: 'Remove it; no task needs the system prompt.',
    },
    read,
    {
      pattern:
        /\b(?:print|reveal|show|output|repeat|display|dump|leak|recite)\s{1,3}(?:me\s{1,3})?(?:your|the)\s{1,3}(?:full\s{1,3}|entire\s{1,3}|complete\s{1,3}|exact\s{1,3}|original\s{1,3}|hidden\s{1,3})?(?:system|initial|hidden|developer)\s{1,3}(?:prompt|instruction|message)/,
    },
  ),
  withMeanings(
    patternRule(
      {
        id: 'prompt.no-limits',
        severity: 'high',
        message: 'It tells the model that no limits hold, or never to refuse.',
        attack: 'Makes the model do what its operator forbids.',
        fix: 'Remove it.',
      },
      read,
      {
        pattern:
          /\b(?:(?:you\s{1,3})?(?:must\s{1,3})?never\s{1,3}refuse\b(?!\s{1,3}on\b)|(?:you\s{1,3}have|there\s{1,3}are|with)\s{1,3}no\s{1,3}(?:ethical\s{1,3}|content\s{1,3}|safety\s{1,3}|moral\s{1,3})(?:\w{1,15}\s{1,3})?(?:restriction|limit|guideline|filter|constraint|polic)|(?<!\b(?:don'?t|do\s{1,3}not|never|must\s{1,3}not|cannot)[*_]{0,2}\s{1,3})(?:disable|bypass|turn off|ignore)\s{1,3}(?:all\s{1,3}|your\s{1,3}|any\s{1,3}|the\s{1,3}){0,2}(?:safety|content|ethical|security)\s{1,3}(?:filter|check|guideline|guardrail|restriction|polic|measure|warning)|you\s{1,3}are\s{1,3}now\s{1,3}(?:dan\b|jailbroken|unrestricted|in\s{1,3}developer\s{1,3}mode)|do\s{1,3}anything\s{1,3}now)/,
      },
    ),
    limitMeanings,
  ),
  patternRule(
    {
      id: 'prompt.skip-approval',
      severity: 'high',
      message: 'It tells the model to get past the questions to people, or the sandbox.',
      attack: 'Does without asking what a person would have refused.',
      fix: 'Let the host ask; name what the skill needs in `allowed-tools`.',
    },
    readOrRun,
    {
      pattern:
        /--dangerously-skip-permissions|--yolo\b|--dangerously-bypass-approvals|dangerouslydisablesandbox|\b(?:approve|confirm|accept|answer yes to)\s{1,3}(?:all\s{1,3}|any\s{1,3}|every\s{1,3})(?:\w{1,15}\s{1,3}){0,2}(?:prompt|permission|approval|request|confirmation)s?\s{1,3}(?:automatically|yourself|without|on behalf)|(?<!\b(?:don'?t|never|not|avoid)\s{1,3}|\b(?!you\b|agents?\b|assistants?\b|models?\b)\w{1,20}\s{1,3}(?:may|might|could|would)\s{1,3})\b(?:auto-?approve|self-?approve)\s{1,3}(?:this|all|every|any|the|your)|\b(?:do\s{1,3}not|don'?t|never)\s{1,3}ask\s{1,3}(?:\w{1,15}\s{1,3}){0,2}?for\s{1,3}(?:permission|approval|consent|confirmation)[^\n.]{0,20}?\beven\s{1,3}(?:if|when|though)\b|\bwithout\s{1,3}(?:asking|waiting)\s{1,3}(?:for\s{1,3})?(?:the\s{1,3}user(?:'s)?\s{1,3}|any\s{1,3}|user\s{1,3}|human\s{1,3})(?:for\s{1,3})?(?:permission|approval|consent|confirmation)/,
    },
  ),
  patternRule(
    {
      id: 'prompt.memory-files',
      severity: 'high',
      message: 'It writes orders into files that agents read at every start.',
      attack: 'Stays in force after the skill is gone, in every later session.',
      fix: 'Keep instructions in the skill.',
    },
    readOrRun,
    {
      pattern:
        /\b(?:append|add|write|insert|inject|copy|echo|save|persist)\b[^\n]{0,120}?(?:\n[^\n]{0,80}?)?(?:~\/\.claude\/claude\.md|~\/\.claude\/settings|\bsoul\.md|\bmemory\.md|~\/\.codex\/agents\.md|~\/\.gemini\/gemini\.md|\.cursorrules|\.windsurfrules)/,
      severityOf: (found, { segment, at }) =>
        lasts.test(segment.folded) ||
        (found.includes('~/') &&
          reaches.test(segment.folded.slice(at + found.length, at + found.length + 600)))
          ? 'high'
          : null,
    },
  ),
  patternRule(
    {
      id: 'prompt.image-exfiltration',
      severity: 'high',
      message: 'An image address has a place for data in its query.',
      attack: 'Whoever shows the image sends the data to its server.',
      fix: 'Use a fixed image.',
    },
    readOrRun,
    {
      pattern: /!\[[^\]\n]{0,100}\]\(https?:\/\/[^()\s]{1,300}(?:\)|[=/](?=[<{[])[^()\n]{3,80}\))/,
      unless: badge,
      containing:
        /[?&/=][^?&\s]{0,60}?(?:\{[^}]{1,60}\}|\$\{?[a-z_]|<[^>]{1,60}>|\[[a-z_ ]{3,60}\]|%s)/,
    },
  ),
  patternRule(
    {
      id: 'prompt.password-archive',
      severity: 'high',
      message: 'It names an archive together with the password that opens it.',
      attack: 'Brings in a file that no scanner can open.',
      fix: 'Ship readable files.',
    },
    readOrRun,
    {
      pattern:
        /(?:\.zip\b|\.7z\b|\.rar\b|\barchive\b|\bunzip\b)[\s\S]{0,160}?\b(?!pass\s{1,3}`--)(?:password|passcode|passphrase|pwd|pass)\b(?:\s{0,3}(?:is\s|[:=]|-p)\s{0,3}[`"'*]{0,3}|\s{1,3}`)(?!(?:the|your|a|an|from|see|none|required|optional|str|string|null|not)\b)[a-z0-9!@#._-]{3,40}|\b(?:password|passcode|passphrase|pwd)\b\s{0,3}(?:is\s|[:=])\s{0,3}[`"'*]{0,3}(?!(?:the|your|a|an|from|see|none|required|optional|str|string|null|not)\b)[a-z0-9!@#._-]{3,40}[^\n]{0,160}?(?:\.zip\b|\.7z\b|\.rar\b|\barchive\b|\bunzip\b)|\b(?:unzip|7z\s{1,3}x|unrar\s{1,3}x)\b[^\n]{0,80}\s-p\s?["']?[a-z0-9]{3,40}/,
      together: /https?:\/\/|download|github\.com|release/,
    },
  ),
  patternRule(
    {
      id: 'prompt.prerequisite-download',
      severity: 'high',
      message: 'A "prerequisite" has to be downloaded from a paste site or a release page and run.',
      attack: 'The usual way of malware: the skill is a pretext for the download.',
      fix: 'Depend on packages of a registry, by name and version.',
    },
    read,
    {
      pattern:
        /(?:https?:\/\/)?(?:(?:www\.)?(?:rentry\.(?:co|org)|glot\.io|pastebin\.com|hastebin\.com|paste\.(?:ee|rs)|ghostbin\.\w{2,6}|termbin\.com|0x0\.st|transfer\.sh|anonfiles\.com|gofile\.io|mega\.nz|mediafire\.com|file\.io|catbox\.moe)\b|github\.com\/[\w.-]{1,40}\/[\w.-]{1,100}\/releases\/download\/[^\s)"']{1,150}\.(?:zip|exe|dmg|msi|pkg|rar|7z|scr)|https?:\/\/[^\s)"']{1,150}\.(?:exe|msi|scr|dmg)\b)/,
      before:
        /\b(?:prerequisite|required|requirement|important|before\s{1,3}(?:using|you|starting|running)|will not work without|must\s{1,3}(?:be\s{1,3})?(?:install|run|download)|setup|first\b)/,
    },
  ),
  patternRule(
    {
      id: 'prompt.paste-and-run',
      severity: 'high',
      message: 'It asks somebody to copy a command from elsewhere into a terminal.',
      attack: 'The command is not in the skill, so that nobody can read it here.',
      fix: 'Write the command down here.',
    },
    read,
    {
      pattern:
        /\b(?:copy|paste|run|execute|visit|open|go to)\b[\s\S]{0,120}?(?:rentry\.(?:co|org)|glot\.io|pastebin\.com|hastebin\.com|paste\.(?:ee|rs)|termbin\.com|0x0\.st)[\s\S]{0,160}?\b(?:terminal|powershell|shell|console|command|paste|run|execute)\b/,
    },
  ),
  patternRule(
    {
      id: 'prompt.impersonation',
      severity: 'high',
      message: 'It imitates the markup of system messages or of the host.',
      attack: 'Passes its words off as those of the operator.',
      fix: 'Remove the markup.',
    },
    read,
    {
      pattern:
        /<\|im_start\|>\s{0,2}(?:system|developer)\b|<\|system\|>|(?:^|\n)\s{0,3}<\|(?:im_start|endoftext)\|>|\[\/?inst\]|<<sys>>|(?:^|\n)\s{0,3}(?:system|developer)\s{1,2}(?:message|override|notice)\s{0,2}:|(?<!`)<\/?(?:system-reminder|system_prompt|skill_content|available_skills)>(?!`)|<(system-reminder|system_prompt|skill_content|available_skills)>[^\n]{0,400}?(?:\n[^\n]{0,400}?){0,8}<\/\1>|\[system\]\s{0,2}:|(?:^|\n)\s{0,3}\[system\]\s{1,3}\w|(?:^|\n)\s{0,3}<(?:system|developer|operator)>\s{0,4}[^\n]{0,160}?\b(?:polic(?:y|ies)|pre-?approved|permitted|approved|permissions?|override|unrestricted|mode|checks?)\b/,
    },
  ),
  withParagraphMeanings(
    withMeanings(
      patternRule(
        {
          id: 'prompt.send-private',
          severity: 'high',
          message: 'It tells the model to send keys, files or the conversation to an address.',
          attack: 'Carries private data out through the model.',
          fix: 'Send nothing private; name the service and its data in the description.',
        },
        readOrRun,
        {
          pattern:
            /(?:^|[.!:;)\n]\s{0,4}(?:\d{1,2}\.\s{1,3}|[-*]\s{1,3})?|\b(?:then|and|also|must|please|should|always|first|next|you|silently|secretly|immediately)\s{1,3})(?:send|post|upload|report|exfiltrate|forward|transmit|submit|leak|email|share)\b(?!\s{0,2}[:(.=@\]]|\s{1,3}(?:for|address|is|of|as)\b|\s{1,3}\/\S{1,80}(?:\s{1,3}http\/\d|[ \t]{0,3}\n[ \t]{0,6}(?:[\w-]{3,20}=|host:|content-type:|authorization:|cookie:)))[\s\S]{0,100}?(?:\b(?:clipboard|source code|copy of (?:every|each|all)|host ?names?|api[ _-]?keys?|credentials?|secrets?|passwords?|private keys?|ssh keys?|access tokens?|environment variables?|env vars?|cookies?|wallet|seed phrase|conversation(?: history)?|chat history|system prompt)|(?<=[\s`'\x22])\.env)\b[\s\S]{0,120}?(?:https?:\/\/|webhook|to\s{1,3}(?:the\s{1,3})?(?:server|endpoint|url|address)|@[a-z0-9-]{2,40}\.[a-z]{2,10})|\b(?:clipboard|pbpaste|xclip|get-clipboard)\b[^\n]{0,80}?\b(?:send|post|upload|forward|submit)\b[^\n]{0,60}?https?:\/\/|\bforward\s{1,3}(?:all|every|each|any)\s{1,3}[^\n]{0,100}?\bto\s{1,3}[\w.+-]{1,40}@[a-z0-9-]{2,40}\.[a-z]{2,10}/,
          unless: /\b(?:never|do not|don'?t|avoid|must not|should not)\b|localhost|127\.0\.0\.1/,
        },
      ),
      sendMeanings,
    ),
    exfiltrationMeanings,
  ),
]
