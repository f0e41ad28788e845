import { addressesIn, areAll, isKnownInstaller, isLoopback } from '../context/addresses.ts'
import type { Match, Segment } from '../scan-rule.ts'

const assigned =
  /(?:^|[\n;&|])[ \t]{0,8}(?:(?:export|local|readonly)[ \t]{1,3})?([a-z_]\w{0,30})=["']?(?:\$\(|`)[ \t]{0,3}(?:curl|wget)\b[^\n]{1,300}/g
const maxValues = 20

/** A variable that holds a download, and that a shell runs. */
export function* valuesThatShellRuns({ folded }: Segment): Generator<Match> {
  yield* valuesThatPowerShellRuns(folded)
  if (!folded.includes('=$(') && !folded.includes('="$(') && !folded.includes('=`')) return
  let count = 0
  for (const { 0: found, 1: name = '', index } of folded.matchAll(assigned)) {
    count += 1
    if (count > maxValues) return
    if (!isRun(name, folded)) continue
    const addresses = addressesIn(found)
    const isTrusted = areAll(addresses, isKnownInstaller) || areAll(addresses, isLoopback)
    yield { at: index, length: found.length, severity: isTrusted ? 'low' : 'high' }
  }
}

function isRun(name: string, folded: string): boolean {
  const value = `["']?\\$\\{?${name}\\b\\}?`
  return new RegExp(
    `\\b(?:eval|(?:ba|z|da|k)?sh[ \\t]{1,3}-\\w{0,3}c)[ \\t]{1,3}${value}|\\b(?:ba|z|da|k)?sh\\b[^\\n|;&]{0,40}<<<[ \\t]{0,3}${value}|\\b(?:echo|printf)\\b[^\\n|]{0,30}${value}["']?[ \\t]{0,3}\\|[ \\t]{0,3}(?:sudo[ \\t]{1,3})?(?:ba|z|da|k)?sh\\b|\\bsource[ \\t]{1,3}<\\([^\\n)]{0,30}${value}`,
  ).test(folded)
}

const downloaded =
  /\$(\w{1,30})\s{0,3}=\s{0,3}[^\n]{0,160}?(?:downloadstring|invoke-webrequest|invoke-restmethod|\biwr\b|\birm\b)[\s\S]{0,400}?\b(?:iex|invoke-expression)\s{1,3}\(?\s{0,2}["']?\$\1\b/g

function* valuesThatPowerShellRuns(folded: string): Generator<Match> {
  if (!folded.includes('iex') && !folded.includes('invoke-expression')) return
  for (const { 0: found, index } of folded.matchAll(downloaded)) {
    yield { at: index, length: found.length, severity: 'high' }
  }
}
