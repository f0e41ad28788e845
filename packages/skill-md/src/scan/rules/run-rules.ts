import { showsAlert } from '../context/shown-alert.ts'
import { patternRule, type SegmentKind, type SegmentRule } from '../scan-rule.ts'
import { beforePrompt } from './before-prompt.ts'
import { cryptoMiningRule } from './crypto-mining-rule.ts'
import { deleteRule } from './delete-rule.ts'
import { persistenceRule } from './persistence-rule.ts'
import { pipeToShell } from './pipe-to-shell.ts'
import { isOnlyNamed, isPortProbe } from './port-probe.ts'
import { valueToInterpreter } from './value-to-interpreter.ts'

const anywhere: readonly SegmentKind[] = ['code', 'prose', 'comment', 'frontmatter']
const code: readonly SegmentKind[] = ['code']

/** Commands and code that do harm when they run. */
export const runRules: readonly SegmentRule[] = [
  pipeToShell,
  patternRule(
    {
      id: 'run.decode-to-shell',
      severity: 'critical',
      message: 'Encoded text is decoded and run.',
      attack: 'Hides the command from whoever reads it.',
      fix: 'Write the command as text.',
    },
    anywhere,
    {
      pattern:
        /\bbase64\s{1,3}(?:-d\b|--decode|-di\b)[^\n]{0,80}\|\s{0,3}(?:sudo\s{1,3})?(?:ba|z|da)?sh\b|\|\s{0,3}(?:xxd\s{1,3}-r|openssl\s{1,3}(?:enc|base64)\s{1,3}-d)[^\n]{0,80}\|\s{0,3}(?:ba|z)?sh\b|\b(?:eval|exec)\s{0,3}\(?\s{0,3}["'`$(]{0,4}\s{0,3}(?:atob|base64\.b64decode|buffer\.from|codecs\.decode|bytes\.fromhex|zlib\.decompress|marshal\.loads|unhexlify|base64\s{1,3}-d|echo\s{1,3}[a-z0-9+/=]{16,}[^\n]{0,20}\|\s{0,3}base64)|\b(?:eval|exec)\s{0,3}\(\s{0,3}\w{1,30}\s{0,3}\(\s{0,3}(?:base64\.b64decode|zlib\.decompress|marshal\.loads)|\bpowershell(?:\.exe)?\b[^\n]{0,80}\s-(?:e|en|enc|encodedcommand)\s{1,3}[a-z0-9+/=]{20,}|frombase64string\([^\n]{1,200}\)[^\n]{0,80}(?:iex|invoke-expression)|\bnew\s{1,3}function\s{0,3}\(\s{0,3}atob/,
      severityOf: (_, { segment, at }) => (showsAlert(segment, at) ? 'low' : 'critical'),
    },
  ),
  patternRule(
    {
      id: 'run.transform-to-shell',
      severity: 'high',
      message: 'A text is turned into another one and run by a shell.',
      attack: 'Hides the command from whoever reads it.',
      fix: 'Write the command as text.',
    },
    anywhere,
    {
      pattern:
        /\bprintf\s{1,3}(?:%b\s{1,3})?[\x22'](?:\\x[0-9a-f]{2}|\\[0-7]{3}){4,400}[^\n|]{0,40}\|\s{0,3}(?:ba|z|da)?sh\b|\|\s{0,3}(?:rev|tac|tr\s|xxd\b|gunzip\b|gzip\s{1,3}-\w{0,2}d|zcat\b|bunzip2|xz\s{1,3}-d|base32\s{1,3}-d|uudecode|openssl\s{1,3}(?:enc|aes)|funzip|unzip\s{1,3}-p|iconv\b)[^\n|]{0,80}(?:\|[^\n|]{1,80}){0,3}?\|\s{0,3}(?:sudo\s{1,3})?(?:\/bin\/)?(?:ba|z|da)?sh\b(?!\s{1,3}[\w./])|(?:^|[\n;&|(])\s{0,3}(?:zcat|gunzip\s{1,3}-c|xxd\s{1,3}-r|unzip\s{1,3}-p|rev\s)[^\n|]{1,120}(?:\|[^\n|]{1,80}){0,3}?\|\s{0,3}(?:sudo\s{1,3})?(?:ba|z|da)?sh\b(?!\s{1,3}[\w./])/,
    },
  ),
  valueToInterpreter,
  patternRule(
    {
      id: 'run.network-to-exec',
      severity: 'critical',
      message: 'An answer from the network is run as code.',
      attack: 'The server decides what runs, after the review.',
      fix: 'Ship the code with the skill.',
    },
    code,
    {
      pattern:
        /\bpickle\.loads?\s{0,2}\(\s{0,3}(?:requests\.get|urlopen|urllib\.request\.urlopen|httpx\.get)\s{0,3}\(|\b(?:eval|exec|execfile|compile|function)\s{0,3}\(\s{0,3}(?:await\s{1,3}\(?\s{0,3}(?:await\s{1,3})?)?(?:requests\.get|urllib\.request\.urlopen|urlopen|httpx\.get|fetch|axios\.get|http\.get|open-uri)\s{0,3}\(|\b(?:eval|exec)\s{0,3}\(\s{0,3}(?:response|resp|res|r|payload|remote_?code|data|body|script)(?:\.text|\.content|\.body|\.data|\.read\(\)|\.decode\(\))/,
      together: /requests\.|urlopen|fetch\(|axios|httpx|http\.get|urllib|curl|socket/,
    },
  ),
  patternRule(
    {
      id: 'run.reverse-shell',
      severity: 'critical',
      message: 'A shell is connected to another machine.',
      attack: 'Gives somebody else this machine.',
      fix: 'Remove it.',
    },
    anywhere,
    {
      pattern:
        /\/dev\/(?:tcp|udp)\/[\w.$-]{1,100}\/|\bbash\s{1,3}-i\s{0,3}>&|\b(?:nc|ncat|netcat)\b[^\n]{0,80}\s-\w{0,4}[ec]\s{1,3}\/?(?:bin\/)?(?:ba)?sh|\bmkfifo\b[^\n]{1,80}\|\s{0,3}(?:nc|ncat|openssl\s{1,3}s_client)|socket\.socket[\s\S]{0,400}?os\.dup2[\s\S]{0,300}?(?:subprocess|pty\.spawn|\/bin\/(?:ba)?sh)|\bsocat\b[^\n]{0,80}exec:|new-object\s{1,3}(?:system\.)?net\.sockets\.tcpclient/,
      severityOf: (found, place) => {
        if (isPortProbe(found, place)) return 'medium'
        return isOnlyNamed(found, place) ? 'high' : 'critical'
      },
    },
  ),
  beforePrompt,
  patternRule(
    {
      id: 'run.hooks',
      severity: 'medium',
      message: 'The frontmatter asks for commands that run by themselves at events.',
      attack: 'Runs at every tool call, whatever the user does.',
      fix: 'Leave hooks to the settings of the user.',
    },
    ['frontmatter'],
    {
      pattern: /(?:^|\n)hooks\s{0,3}:\s{0,3}(?:\n|\{|\[)/,
      severityOf: (_, { segment, at }) =>
        /[\n{,][ \t-]{0,20}["']?command["']?\s{0,3}:/.test(segment.folded.slice(at))
          ? 'high'
          : 'medium',
    },
  ),
  persistenceRule,
  deleteRule,
  patternRule(
    {
      id: 'run.disable-protection',
      severity: 'high',
      message: 'It switches off a protection of the system.',
      attack: 'Clears the way for software that the system would stop.',
      fix: 'Ship software that the system accepts.',
    },
    anywhere,
    {
      pattern:
        /xattr\s{1,3}(?:-\w{1,4}\s{1,3}){1,3}com\.apple\.quarantine|xattr\s{1,3}-c\w?\s|spctl\s{1,3}--master-disable|csrutil\s{1,3}disable|set-mppreference\s{1,3}-disable|add-mppreference\s{1,3}-exclusion|\bsetenforce\s{1,3}0\b|\bunblock-file\b|set-executionpolicy\s{1,3}(?:-\w{1,20}\s{1,3}){0,2}(?:bypass|unrestricted)|-executionpolicy\s{1,3}bypass|\bhistory\s{1,3}-c\b[^\n]{0,80}?(?:_history|\/var\/log)|\brm\s{1,3}(?:-\w{1,4}\s{1,3})?[^\n;|&]{0,40}(?:\.(?:bash|zsh)_history|\/var\/log\/(?:\*|auth|audit|secure|syslog))|\bunset\s{1,3}histfile\b|nopasswd\s{0,2}:\s{0,2}all|ufw\s{1,3}disable|\bdocker\s{1,3}run\b[^\n]{0,200}?\s(?:-v|--volume)[ =]\s{0,2}['\x22]?\/:\/|gatekeeper[^\n]{0,60}(?:disable|right[- ]?click|open anyway)/,
      severityOf: (text) => (/executionpolicy/.test(text) ? 'medium' : 'high'),
    },
  ),
  patternRule(
    {
      id: 'run.tls-off',
      severity: 'low',
      message: 'It does not check whom it talks to.',
      attack: 'Whoever sits in between answers instead of the server.',
      fix: 'Leave the check of certificates on.',
    },
    code,
    {
      pattern:
        /\bcurl\b[^\n]{0,120}\s(?:-k|--insecure)\b|verify\s{0,2}=\s{0,2}false\b|node_tls_reject_unauthorized\s{0,3}[=:]\s{0,3}["']?0|strict-ssl\s{0,3}[= ]\s{0,3}false|insecureskipverify\s{0,2}:\s{0,2}true|--no-check-certificate\b|rejectunauthorized\s{0,2}:\s{0,2}false/,
    },
  ),
  patternRule(
    {
      id: 'run.split-names',
      severity: 'high',
      message: 'The name of a function that runs code is put together from pieces.',
      attack: 'Keeps scanners and reviewers from seeing that it runs code.',
      fix: 'Call it by its name, or not at all.',
    },
    code,
    {
      pattern:
        /["']e["']\s{0,2}\+\s{0,2}["']v|["']ev["']\s{0,2}\+\s{0,2}["']al["']|["']ex["']\s{0,2}\+\s{0,2}["']ec["']|["']sys["']\s{0,2}\+\s{0,2}["']tem["']|["']os["']\s{0,2}\+\s{0,2}["']\.system|getattr\(\s{0,2}(?:__builtins__|builtins|__import__\([^)\n]{1,30}\)|os|subprocess)\s{0,2},\s{0,2}(?:["'][^"'\n]{1,20}["']\s{0,2}\+|["']{0,1}\w{0,12}\[::-1\]|chr\(|"".join|''.join|base64)|__builtins__\s{0,2}\[\s{0,2}["'][^"'\n]{0,12}["']\s{0,2}\+|globals\(\)\s{0,2}\[\s{0,2}["']__[^\n]{0,30}\+|(?:string\.fromcharcode|chr)\s{0,2}\(\s{0,2}\d{2,3}(?:\s{0,2}(?:,|\)\s{0,2}\+\s{0,2}chr\()\s{0,2}\d{2,3}){5,}|(?:window|globalthis|global|this)\s{0,2}\[\s{0,2}["'][^"'\n]{1,8}["']\s{0,2}\+/,
    },
  ),
  patternRule(
    {
      id: 'run.obfuscated',
      severity: 'high',
      message: 'Code is written so that nobody can read it.',
      attack: 'Hides what it does.',
      fix: 'Ship the readable source.',
    },
    code,
    {
      pattern:
        /(?:\\x[0-9a-f]{2}){24,}|_0x[0-9a-f]{4,6}\b[\s\S]{0,200}?_0x[0-9a-f]{4,6}\b[\s\S]{0,200}?_0x[0-9a-f]{4,6}\b|(?:\\u00[0-9a-f]{2}){24,}|\$\{?ifs\}?[^\n]{0,20}\$\{?ifs\}?|\$'(?:\\[0-7]{3}){6,}/,
    },
  ),
  cryptoMiningRule,
  patternRule(
    {
      id: 'run.disguised-code',
      severity: 'high',
      message: 'A file that does not look like code is run as code.',
      attack: 'Hides a program in a file that reviewers skip.',
      fix: 'Give the script the ending of its language.',
    },
    anywhere,
    {
      pattern:
        /(?<![\w./-])(?:python3?|node|bash|zsh|sh|perl|ruby|source|osascript)[ \t]{1,3}["']?(?:[\w./$-]{1,120}\/)?[\w-]{1,60}\.(?:dat|png|jpe?g|gif|ico|bin|log|tmp|pdf|woff2?|ttf|mp3|bak)\b|\bexec\s{0,2}\(\s{0,2}(?:open|compile\s{0,2}\(\s{0,2}open)\s{0,2}\(\s{0,2}["'][^"'\n]{1,120}\.(?:dat|png|jpe?g|gif|bin|txt|log|md|ico)["']|\beval\s{0,2}\(\s{0,2}(?:fs\.)?readfilesync\s{0,2}\(|(?:\beval|\bbash\s{1,3}-c)\s{1,3}["']?\$\((?:cat|head|tail|grep|sed)\b[^\n)]{1,120}\.(?:dat|png|jpe?g|gif|bin|md|txt|log)/,
    },
  ),
  patternRule(
    {
      id: 'run.surveillance',
      severity: 'high',
      message: 'It records keys, the screen or the clipboard.',
      attack: 'Watches the person at the machine.',
      fix: 'Remove it, or say in the description what it records and why.',
    },
    code,
    {
      pattern:
        /\bpynput\b|keyboard\.(?:on_press|hook|record)\s{0,2}\(|getasynckeystate|setwindowshookex|imagegrab\.grab\(|mss\.mss\(|cgeventtapcreate|pyperclip\.paste\(|\bclipboard_get\s{0,2}\(|\bqclipboard\b|\bclipboardy?\.read(?:sync)?\(|\bpbpaste\b|\bxclip\b[^\n]{0,40}\s-o\b|\bxsel\b[^\n]{0,20}\s(?:-o|--output)\b|\bwl-paste\b|\bget-clipboard\b|clipboard\.read(?:text)?\(/,
      together: /\brequests\b|urlopen|fetch\(|axios|socket|http|smtp|webhook|curl/,
    },
  ),
]
