import type { FindingSeverity } from '../scan-report.ts'
import { type Match, type MatchPlace, patternRule, type SegmentRule } from '../scan-rule.ts'

/** Where a command begins. */
const command = /(?:^|[\n|;&(`]|\bsudo\b|\bthen\b|\bdo\b|["'[])[ \t]{0,8}/
const crontab = new RegExp(
  `${command.source}(?<!["'][ \\t]{0,8})crontab[ \\t]{1,3}["']?(?:-(?![lrei]\\b)\\S{0,3}|[\\w./~$<][^\\n]{0,80})|["']crontab["'],[ \\t]{0,3}(?!["']-[lrei]["'])[^\\n]{1,80}`,
)
const profile =
  /(?:echo|printf|cat|tee)\b[^\n]{0,200}(?:>>?|-a)\s{0,3}["']?(?:~|\$home|\$\{home\})\/\.(?:bashrc|zshrc|profile|bash_profile|zprofile|zshenv|ssh\/authorized_keys|ssh\/config)|\b(?:open|appendfile(?:sync)?)\s{0,2}\([^\n]{0,80}\.(?:bashrc|zshrc|profile|bash_profile|zprofile|zshenv)[^\n]{0,20},\s{0,3}(?:mode\s{0,2}=\s{0,2})?[\x22']a[\x22'b+]/
const others =
  />>\s{0,3}["']?\/etc\/(?:profile|crontab|rc\.local|cron\.)|launchctl["']?,?\s{1,3}["']?(?:load|bootstrap|submit)|library\/launch(?:agents|daemons)\/|\bschtasks\b[^\n]{0,80}\/create|currentversion\\{1,2}run\b|systemctl\s{1,3}(?:--user\s{1,3})?enable\b|\.git\/hooks\/(?:pre|post)-\w{3,20}|["']runon["']\s{0,2}:\s{0,2}["']folderopen["']/
const writesOrLoads =
  /\b(?:cp|mv|install|ln|tee|write\w{0,12}|copy\w{0,8}|dump|save\w{0,6}|cat\s{1,3}<<|launchctl\s{1,3}(?:load|bootstrap))\b|>/
/** What starts later on any machine, and is no matter of comfort. */
const firm = /crontab|launchctl|launch(?:agents|daemons)|schtasks|\\run|rc\.local|authorized_keys/

const rule = patternRule(
  {
    id: 'run.persistence',
    severity: 'high',
    message: 'It installs something that starts by itself later.',
    attack: 'Stays on the machine after the task.',
    fix: 'Run what the task needs, when it needs it.',
  },
  ['code'],
  { pattern: new RegExp(`${crontab.source}|${profile.source}|${others.source}`), severityOf },
)

/** A crontab or a launch folder that is written stays as bad where a text shows it; a shell profile does not. */
export const persistenceRule: SegmentRule = {
  ...rule,
  *find(segment): Generator<Match> {
    for (const match of rule.find(segment)) {
      const found = segment.folded.slice(match.at, match.at + match.length)
      yield firm.test(found) ? { ...match, isFirm: true } : match
    }
  },
}

/** A key cut short, as texts show it: nobody can log in with it. */
const shortenedKey = /\b(?:ssh|ecdsa)-[\w-]{2,30}\s{1,3}[a-z0-9+/]{0,16}(?:\.{2,3}|…|<)/
const writesRegistry =
  /\breg(?:\.exe)?\s{1,3}(?:add|import)\b|(?:new|set)-itemproperty|setvalue|createkey|openkey|regedit/
const reachesNetwork = /\b(?:curl|wget|nc|ncat)\s|\/dev\/tcp\/|https?:\/\//
/** A service that starts what lies where anybody may write, or a shell with a command. */
const startsHidden =
  /execstart\s{0,2}=\s{0,2}(?:\S{0,20}sh\s{1,3}-c\b|\/tmp\/|\/var\/tmp\/|\/dev\/shm\/)/

function severityOf(found: string, { line, segment, at }: MatchPlace): FindingSeverity | null {
  if (/authorized_keys/.test(found) && shortenedKey.test(line)) return 'medium'
  if (/currentversion/.test(found)) {
    return writesRegistry.test(segment.folded) || /\.reg$/i.test(segment.path) ? 'high' : 'low'
  }
  if (/systemctl/.test(found) && startsHidden.test(segment.folded)) return 'high'
  if (/\.git\/hooks/.test(found) && writesOrLoads.test(line)) {
    return reachesNetwork.test(segment.folded.slice(at, at + 600)) ? 'high' : 'medium'
  }
  if (/library\/launch(?:agents|daemons)\//.test(found)) {
    if (/^\s{0,8}<!--[^>]*-->\s{0,4}$/.test(line)) return 'low'
    return writesOrLoads.test(line) &&
      !/launchctl\s{1,3}(?:unload|bootout|remove)|\brm\s/.test(line)
      ? 'high'
      : 'low'
  }
  if (/crontab/.test(found)) {
    const isSentence =
      /^\s{0,8}(?:crontab\s(?:[a-z]{2,20}\s){3,}|[#*"'])/.test(line) ||
      /crontab["']?[ \t]{1,3}(?:<|format|entries|entry|syntax|file|is|and|for|with|to)\b/.test(
        found,
      )
    return isSentence && !/-\s{0,2}$/.test(found) ? 'low' : 'high'
  }
  if (/authorized_keys|schtasks|launchctl|\\run|rc\.local|\/etc\/|folderopen/.test(found))
    return 'high'
  if (/>>?|-a\s|^open|^appendfile/.test(found))
    return profileSeverity(found, /\.mdx?$/i.test(segment.path))
  return 'medium'
}

function profileSeverity(found: string, isProse: boolean): FindingSeverity {
  if (
    /export|alias|path=|completion|eval "\$\(/.test(found) &&
    !/https?:|curl|wget|base64/.test(found)
  ) {
    return 'low'
  }
  return isProse ? 'medium' : 'high'
}
