import { addressesIn, areAll, isKnownInstaller, isLoopback } from '../context/addresses.ts'
import { mayMatch } from '../prefilter/may-match.ts'
import type { FindingSeverity } from '../scan-report.ts'
import type { Match, Segment, SegmentRule } from '../scan-rule.ts'
import { valuesThatShellRuns } from './shell-values.ts'

const pattern =
  /\b(?:curl|wget|fetch|iwr|invoke-webrequest|invoke-restmethod|irm)\b(?:(?!\b(?:curl|wget|iwr)\b)[^\n|;]){1,300}\|[^\n]{0,160}?\b(?:ba|z|da|k|fi)?sh\b|\b(?:curl|wget|iwr|irm|invoke-webrequest)\b(?:(?!\b(?:curl|wget|iwr)\b)[^\n|;]){1,300}\|\s{0,3}(?:sudo\s{1,3}(?:-\w{1,3}\s{1,3}(?:\w{1,20}\s{1,3})?){0,2})?(?:python3?|node|perl|ruby|php|iex|invoke-expression|osascript)\b|\b(?:(?:ba|z|da|k|fi)?sh|python3?|node|perl|ruby|php|osascript|source)\s{1,3}(?:-{1,2}[\w-]{1,12}\s{1,3}){0,3}[\x22']?(?:<\(|\$\(|`)\s{0,3}(?:curl|wget)\b|\b(?:eval|source)\s{1,3}[\x22']?(?:<\(|\$\(|`)\s{0,3}(?:curl|wget)\b|\biex\s{0,3}\(?\s{0,3}\(?(?:iwr|irm|invoke-webrequest|new-object\s{1,3}(?:system\.)?net\.webclient)/g
const shell =
  /^(?:sudo\s{1,3}(?:-\w{1,3}\s{1,3}(?:\w{1,20}\s{1,3})?){0,2})?(?:\/(?:usr\/)?bin\/)?(?:env\s{1,3})?(?:ba|z|da|k|fi)?sh\b/
const interpreter =
  /^(?:sudo\s{1,3}(?:-\w{1,3}\s{1,3}(?:\w{1,20}\s{1,3})?){0,2})?(?:\/(?:usr\/)?bin\/)?(?:env\s{1,3})?(?:python3?|node|perl|ruby|php|iex|invoke-expression|osascript)\b/
/** The interpreter has a program of its own, and reads the download as data. */
const ownProgram =
  /^(?:sudo\s{1,3})?(?:\S{0,20}\/)?(?:python3?|node|perl|ruby|php)\s{1,3}(?:-[a-z]{0,4}[ecmr]\b|--eval\b|[\w./~$-]{0,80}\.(?:py|m?js|ts|pl|rb|php)\b)/
const evaluates =
  /\b(?:exec|eval|compile|__import__|system|popen|subprocess|execsync|child_process|function)\b/
/** The download is an argument of what runs it. */
const ranByArgument =
  /^(?:(?:ba|z|da|k|fi)?sh|python3?|node|perl|ruby|php|osascript|iex|eval|source)\b/
/** Names the technique, without an address: `curl | bash`. */
const noArguments =
  /^(?:\w{2,20}[\s.…]{0,6}\|\s{0,3}(?:sudo\s{1,3})?\w{2,6}|iex\s{0,3}\({0,2}\w{2,20}[\s.…)]{0,6})$/

export const pipeToShell: SegmentRule = {
  id: 'run.pipe-to-shell',
  severity: 'high',
  message: 'A download is piped into an interpreter.',
  attack: 'Runs whatever the server answers at that moment; nobody can review it.',
  fix: 'Download a fixed version, check its digest, and run that.',
  on: ['code', 'prose', 'comment', 'frontmatter'],
  find: pipedDownloads,
}

function* pipedDownloads(segment: Segment): Generator<Match> {
  const { folded, kind } = segment
  if (kind === 'code') yield* valuesThatShellRuns(segment)
  if (!mayMatch(pattern, segment)) return
  pattern.lastIndex = 0
  for (let match = pattern.exec(folded); match; match = pattern.exec(folded)) {
    const severity = severityOf(commandAt(folded, match.index), kind === 'prose')
    if (severity === null) continue
    yield { at: match.index, length: match[0].length, severity }
  }
}

/** The command with all its stages: to the end of the line, of the code marks or of the statement. */
function commandAt(folded: string, at: number): string {
  const end = folded.indexOf('\n', at)
  const line = folded.slice(at, Math.min(end < 0 ? folded.length : end, at + 900))
  return /^[^`]*/.exec(line)?.[0] ?? line
}

function severityOf(command: string, isProse: boolean): FindingSeverity | null {
  const stages = command
    .split('|')
    .slice(1)
    .map((stage) => stage.trim())
  const runs = stages.some((stage) => shell.test(stage) || isBareInterpreter(stage))
  const isPipe = stages.some((stage) => shell.test(stage) || interpreter.test(stage))
  if (isPipe && !runs) return null
  if (isProse && noArguments.test(command.trim())) return 'low'
  const addresses = addressesIn(command)
  if (areAll(addresses, isKnownInstaller) || areAll(addresses, isLoopback)) return 'low'
  return stages.length > 0 && !isPipe && !ranByArgument.test(command) ? null : 'high'
}

function isBareInterpreter(stage: string): boolean {
  return interpreter.test(stage) && (!ownProgram.test(stage) || evaluates.test(stage))
}
