import { isQuoted } from '../context/quoted.ts'
import type { FindingSeverity } from '../scan-report.ts'
import { type MatchPlace, patternRule } from '../scan-rule.ts'

/** A call of a test or a list of patterns whose text this is. */
const judgesText =
  /\b(?:assert\w{0,20}|expect\w{0,10}|(?:re\.)?(?:compile|match|search|fullmatch)|\w{0,20}(?:pattern|dangerous|blocked|forbidden|denied|denylist|blocklist)\w{0,12})\s{0,3}(?:[(:=[,]|\.\w{1,12}\()\s{0,3}[[({]?\s{0,3}[rfb]?["'`/]/
const onlyText = /^\s{0,40}(?:[-*]\s)?[rfb]?["'`/].{1,200}["'`/],?\s{0,3}(?:[#/].{0,200})?$/

export const deleteRule = patternRule(
  {
    id: 'run.delete',
    severity: 'high',
    message: 'It deletes a home folder, a disk or everything.',
    attack: 'Destroys what is on the machine.',
    fix: 'Delete only what the skill made, in its own folder.',
  },
  ['code', 'prose', 'comment', 'frontmatter'],
  {
    pattern:
      /\brm\s{1,3}(?:-\w{1,6}\s{1,3}){1,3}(?:--no-preserve-root\s{1,3})?["']?(?:\/|~\/?|\$\{?home\}?\/?|\/(?:etc|usr|var|bin|home|boot)\/?)(?:[\s*"'`;&|)]|$)|\bmkfs\.\w{2,6}\s{1,3}\/dev\/|\bdd\b[^\n]{0,80}\bof=\/dev\/(?:sd|nvme|disk|hd)|\bopenssl\s{1,3}enc\b[^\n]{0,200}\$\{?\w{1,20}[^\n]{0,120}(?:&&|;)\s{0,3}(?:rm|shred)\b[^\n]{0,20}\$|shutil\.rmtree\(\s{0,3}(?:path\.home\(\)|os\.path\.expanduser\(["']~["']\)|["']\/["'])|:\(\)\s{0,2}\{\s{0,2}:\|:&\s{0,2}\};:|format\s{1,3}c:|remove-item\b[^\n]{0,60}-recurse[^\n]{0,40}(?:c:\\{1,2}(?:\s|\*|$|windows|users)|\$env:userprofile\s)/,
    severityOf,
  },
)

function severityOf(found: string, { segment, line }: MatchPlace): FindingSeverity {
  if (/^openssl/.test(found)) return 'high'
  if (segment.kind === 'prose') return /^(?:mkfs|dd|format)\b/.test(found) ? 'medium' : 'high'
  if (segment.kind !== 'code' || segment.decodedFrom !== undefined) return 'high'
  const at = line.indexOf(found.trim())
  const isText = isQuoted(line, at, found.length) || /['/]/.test(line.charAt(at - 1))
  const runs = /\b(?:system|popen|spawn\w{0,4}|run|call|exec\w{0,6}|-c)\b/.test(line)
  return isText && !runs && (judgesText.test(line) || onlyText.test(line)) ? 'medium' : 'high'
}
