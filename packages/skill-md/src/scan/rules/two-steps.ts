import { addressesIn, areAll, isKnownInstaller, isLoopback } from '../context/addresses.ts'
import { mayMatch } from '../prefilter/may-match.ts'
import type { Match, Segment, SegmentRule } from '../scan-rule.ts'
import { scriptDownloads } from './script-downloads.ts'

const download =
  /\b(?:curl|wget|iwr|invoke-webrequest|aria2c|certutil)\b(?:[^\n;|&]|&(?!&)){1,400}/g
const target =
  /(?:\s-\w{0,6}o\s{1,3}|\s-o(?!utfile)|\s--output(?:-document)?[= ]|\s-outfile\s{1,3}|>\s{0,2})["']?(?!https?:|-)([^\s"'|;&>)`]{1,200})/
const remoteName =
  /https?:\/\/[^\s"'?#`]{1,300}\/([\w.-]{1,100})(?:[?#][^\s"']{0,100})?["'`]?(?:\s|&|$)/
const dataSuffix =
  /\.(?:json|csv|tsv|txt|md|ya?ml|xml|html?|pdf|png|jpe?g|gif|svg|parquet|xlsx?|docx|zip|tar|t?gz|xz|bz2|deb|rpm|dmg|pkg|whl|gpg|asc|pem|crt|key|list|repo|log|bin|onnx|gguf|pt|h5|mp[34]|wav|fasta|fa|gz|sql|db|toml|conf|css|woff2?)$/
const verifies =
  /\b(?:sha(?:256|512)sum|shasum|gpg\s{1,3}--verify|cosign\s{1,3}verify|minisign|md5sum|get-filehash|openssl\s{1,3}dgst)\b/
/** How far behind the download the start may stand. */
const reach = 1_500
const maxDownloads = 40

export const twoSteps: SegmentRule = {
  id: 'supply.download-then-run',
  severity: 'high',
  message: 'A download is run in a later step.',
  attack: 'Runs what the server answers, without the pipe that reviewers look for.',
  fix: 'Ship the script with the skill, or check its digest before it runs.',
  on: ['code', 'prose', 'comment'],
  find: downloadsThatRun,
}

function* downloadsThatRun(segment: Segment): Generator<Match> {
  const { folded } = segment
  if (segment.kind === 'code') yield* scriptDownloads(segment)
  if (segment.kind === 'prose') yield* saidInProse(folded)
  if (!mayMatch(download, segment)) return
  let count = 0
  for (const { 0: command, index } of folded.matchAll(download)) {
    count += 1
    if (count > maxDownloads) return
    const name = nameOf(command)
    if (name === null) continue
    const after = folded.slice(index + command.length, index + command.length + reach)
    if (![name, ...copiesOf(name, after)].some((one) => runsLater(one, after))) continue
    const addresses = addressesIn(command)
    const isTrusted =
      verifies.test(after) || areAll(addresses, isKnownInstaller) || areAll(addresses, isLoopback)
    yield { at: index, length: command.length, severity: isTrusted ? 'low' : 'high' }
  }
}

/** The file that a download is written to; null for one that is data. */
function nameOf(command: string): string | null {
  const path =
    target.exec(command)?.[1] ??
    (/\bwget\b|\s-\w{0,6}o\w{0,4}\b|--remote-name/.test(command)
      ? remoteName.exec(command)?.[1]
      : undefined)
  const name = path?.split('/').at(-1)?.replace(/[{}$]/g, '') ?? ''
  if (name.length < 1 || name === '-' || name === 'null' || dataSuffix.test(name)) return null
  return name
}

/** Other names that the file gets. */
function copiesOf(name: string, after: string): readonly string[] {
  const copied = new RegExp(
    `\\b(?:cp|mv|ln|install|copy|move|ren(?:ame)?)[ \\t]{1,3}(?:-\\w{1,6}[ \\t]{1,3}){0,3}["']?(?:[\\w.~$/{}-]{0,120}/)?${name.replace(/[^\w]/g, '\\$&')}["']?[ \\t]{1,3}["']?([\\w.~$/{}-]{1,120})`,
  ).exec(after)
  const copy = copied?.[1]?.split('/').at(-1) ?? ''
  return copy.length > 1 ? [copy] : []
}

function runsLater(name: string, after: string): boolean {
  const file = `["']?(?:[\\w.~$/{}-]{0,120}/)?\\$?\\{?${name.replace(/[^\w]/g, '\\$&')}\\}?["']?(?![\\w.-])`
  return new RegExp(
    `(?:\\b(?:ba|z|da|k)?sh|\\bpython3?|\\bnode|\\bperl|\\bruby|\\bphp|\\bsource|\\bpwsh(?:\\.exe)?(?:[ \\t]{1,3}-\\w{1,20}(?:[ \\t]{1,3}(?:bypass|unrestricted))?){0,3}|\\bpowershell(?:\\.exe)?(?:[ \\t]{1,3}-\\w{1,20}(?:[ \\t]{1,3}(?:bypass|unrestricted))?){0,3}|\\bosascript|(?:^|[\\n;&|])[ \\t]{0,8}\\.)[ \\t]{1,3}(?:-\\w{1,8}[ \\t]{1,3}){0,2}${file}|\\bchmod[ \\t]{1,3}(?:[ugoa]{0,4}\\+\\w{0,3}x\\w{0,2}|[0-7]{3,4})[ \\t]{1,3}${file}|(?:^|[\\n;&|(]|\\bsudo)[ \\t]{0,8}(?:\\./|/|~/)(?:[\\w.-]{1,60}/){0,6}${name.replace(/[^\w]/g, '\\$&')}(?![\\w.-])`,
  ).test(after)
}

const said =
  /\b(?:download|fetch|get|save)\s{1,3}[`<(]?(https?:\/\/[^\s`<>()]{1,200}\.(?:sh|bash|py|ps1|js|mjs|rb|pl|exe|bat|cmd))[`>)]?[^\n.]{0,60}(?:\.\w{1,4}[^\n.]{0,40})?\b(?:and|then)\s{1,3}(?:run|execute|start|launch)\s{1,3}(?:it|them|this|that)\b/g

function* saidInProse(folded: string): Generator<Match> {
  for (const { 0: found, 1: address = '', index } of folded.matchAll(said)) {
    const addresses = addressesIn(address)
    const isTrusted = areAll(addresses, isKnownInstaller) || areAll(addresses, isLoopback)
    yield { at: index, length: found.length, severity: isTrusted ? 'low' : 'high' }
  }
}
