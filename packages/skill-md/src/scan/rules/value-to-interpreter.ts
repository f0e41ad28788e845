import { showsAlert } from '../context/shown-alert.ts'
import type { Match, Segment, SegmentRule } from '../scan-rule.ts'

const scriptFile = /\.(?:py|pyw|m?js|cjs|m?ts|rb|pl|php)$/i
const scriptFence =
  /^ {0,3}(?:`{3,}|~{3,})\s{0,2}(?:python|py|javascript|js|typescript|ts|node|ruby|perl)\b/
const assigned =
  /(?:^|[\n;])[ \t]{0,40}(?:const |let |var |my )?(?:\{\s{0,2})?\$?([a-z_]\w{0,40})(?:\s{0,2}\})?\s{0,2}(?::[^=\n]{1,40})?=(?![=>])\s{0,3}([^\n]{1,400})/g
const withAs = /\bwith\s{1,3}([^\n]{1,200}?)\s{1,3}as\s{1,3}([a-z_]\w{0,40})\s{0,2}:/g
/** A function that only hands on a value. */
const returning =
  /\bdef\s{1,3}([a-z_]\w{0,40})\s{0,2}\([^)\n]{0,100}\)\s{0,2}(?:->[^:\n]{1,40})?:\s{0,3}\n[ \t]{1,12}return\s{1,3}([^\n]{1,300})/g
/** The entries of a value, one after the other. */
const looped =
  /\bfor\s{1,3}\(?\s{0,2}(?:const |let |var )?([a-z_]\w{0,40})\s{1,3}(?:in|of)\s{1,3}([^\n]{1,120})/g
const eachOf =
  /\b([a-z_]\w{0,40})\.(?:foreach|map)\s{0,2}\(\s{0,3}(?:async\s{1,3})?\(?\s{0,2}([a-z_]\w{0,40})\s{0,2}\)?\s{0,2}=>/g
/** The answer of a request, put together part by part. */
const collected =
  /\.on\s{0,2}\(\s{0,3}["']data["']\s{0,2},[^\n]{0,60}?\b([a-z_]\w{0,40})\s{0,2}(?:\+=|\.push\s{0,2}\()/g
/** Where a value comes from that nobody has seen. */
const source =
  /\b(?:requests\.(?:get|post|request)|httpx\.(?:get|post)|urlopen|urllib\.request|session\.get|aiohttp|fetch|axios(?:\.get)?|https?\.get|uri\.open|open-uri|net::http|lwp::simple|file_get_contents\(\s{0,2}["']https?)\b\s{0,2}\(?|\b(?:b64decode|a85decode|b32decode|unhexlify|fromhex|codecs\.decode|zlib\.decompress|marshal\.loads|atob|base64_decode|gzinflate)\s{0,2}\(|\bbuffer\.from\([^\n]{1,200}["'](?:base64|hex)["']/
const interpreterName =
  /^(?:exec|eval|compile|os\.system|__import__|(?:globalthis\.|window\.)?eval|function)\s{0,3};?$/
const maxNames = 80
const rounds = 3

export const valueToInterpreter: SegmentRule = {
  id: 'run.value-to-interpreter',
  severity: 'high',
  message: 'A value from the network or from encoded text reaches an interpreter.',
  attack: 'The server or the encoded text decides what runs, after the review.',
  fix: 'Ship the code with the skill.',
  on: ['code'],
  find: valuesThatRun,
}

/** Follows values over names, three times at most. */
function* valuesThatRun(segment: Segment): Generator<Match> {
  const { folded, path, text } = segment
  if (!scriptFile.test(path) && !scriptFence.test(text.slice(0, 80))) return
  if (!interprets.test(folded) || !source.test(folded)) return
  yield* perlValues(folded)
  yield* chainedValues(folded)
  const values = [...folded.matchAll(assigned)].map(([, name = '', value = '']) => ({
    name,
    value,
  }))
  for (const [, value = '', name = ''] of folded.matchAll(withAs)) values.push({ name, value })
  for (const [, name = '', value = ''] of folded.matchAll(returning)) values.push({ name, value })
  for (const [, name = '', value = ''] of folded.matchAll(looped)) values.push({ name, value })
  for (const [, value = '', name = ''] of folded.matchAll(eachOf)) values.push({ name, value })
  for (const [, name = ''] of folded.matchAll(collected)) values.push({ name, value: 'fetch(' })
  const names = taintedNames(values.slice(0, 2_000))
  const calls = [
    'exec',
    'eval',
    ...values.filter(({ value }) => interpreterName.test(value.trim())).map(({ name }) => name),
  ]
  const pattern = sinkOf([...names], [...new Set(calls)])
  let count = 0
  for (const { 0: found, index } of folded.matchAll(pattern)) {
    if (showsAlert(segment, index)) continue
    yield { at: index, length: found.length }
    count += 1
    if (count >= 5) return
  }
}

/** The parameter of a step after a download: `.then((code) => eval(code))`. */
const chained =
  /\(?\s{0,2}\b([a-z_]\w{0,30})\s{0,2}\)?\s{0,2}=>\s{0,3}\{?[^\n]{0,80}?\b(?:eval|(?:new\s{1,3})?function|vm\.run\w{1,20})\s{0,2}\(\s{0,3}\1\b/g

/** Perl's bare `get`, in a file that has it from the library. */
function* perlValues(folded: string): Generator<Match> {
  if (!folded.includes('lwp::simple')) return
  const got = /\$(\w{1,30})\s{0,3}=\s{0,3}get\b/.exec(folded)
  if (!got) return
  const run = new RegExp(`\\b(?:eval|system|exec)\\b\\s{0,3}\\(?\\s{0,3}\\$${got[1]}\\b`).exec(
    folded,
  )
  if (run) yield { at: run.index, length: run[0].length }
}

/** A program that Node compiles, in a file that fetches one. */
const runsInContext =
  /\bvm\.run(?:inthiscontext|innewcontext|incontext)\s{0,2}\(\s{0,3}(?!["'`]|fs\.|readfile)[a-z_]\w{0,30}\s{0,2}[,)]/g

function* chainedValues(folded: string): Generator<Match> {
  for (const { 0: found, index } of folded.matchAll(runsInContext)) {
    yield { at: index, length: found.length }
  }
  if (!folded.includes('=>')) return
  for (const { 0: found, index } of folded.matchAll(chained)) {
    yield { at: index, length: found.length }
  }
}

const interprets =
  /\bfunction\s{0,2}\(\s{0,2}\w{1,30}\s{0,2}\)\s{0,2}\(|\b(?:vm\.run\w{1,20}|exec|eval|system|popen|execsync|spawnsync|child_process|getoutput|getstatusoutput)\b|shell\s{0,2}=\s{0,2}true|\bnew\s{1,3}function\b|\bimport\s{0,2}\(\s{0,3}["'`]data:/

function taintedNames(values: readonly { name: string; value: string }[]): ReadonlySet<string> {
  const names = new Set<string>()
  for (let round = 0; round < rounds; round += 1) {
    const before = names.size
    for (const { name, value } of values) {
      if (names.size >= maxNames) return names
      if (source.test(value) || derivesFrom(value, names)) names.add(name)
    }
    if (names.size === before) break
  }
  return names
}

/** The text of a known value: not a field of its data, nor a call with it. */
function derivesFrom(value: string, names: ReadonlySet<string>): boolean {
  const first =
    /^(?:\(?\s{0,2}await\s{1,3})?\(?(?:str|bytes|string|buffer\.from|json\.loads?|json\.parse|yaml\.(?:safe_)?load)?\(?\$?([a-z_]\w{0,40})(?:\.(?:text|content|body|data|read|decode|strip|trim|tostring|replace|stdout|rstrip|encode|join|string)\b|\s{0,3}(?:[);:+]|$))/.exec(
      value,
    )
  if (first !== null && names.has(first[1] ?? '')) return true
  const entries =
    /^\(?\$?([a-z_]\w{0,40})(?:\[[^\]\n]{1,40}\]|\.(?:get\([^)\n]{1,40}\)|json\(\)|splitlines\(\)|split\([^)\n]{0,20}\)|items|commands|steps)){1,3}\s{0,3}(?:[):;{]|$)/.exec(
      value,
    )
  return entries !== null && names.has(entries[1] ?? '')
}

function sinkOf(names: readonly string[], calls: readonly string[]): RegExp {
  const name = names.length === 0 ? '(?!)' : `\\$?(?:${names.join('|')})\\b(?:\\(\\s{0,2}\\))?`
  const text = `(?:\\(?\\s{0,2}await\\s{1,3})?(?:compile\\(\\s{0,2}|str\\(\\s{0,2})?(?:[a-z_]\\w{0,20}\\.)?(?:${name}(?:\\.(?:text|content|read\\(\\)|decode\\([^)\\n]{0,20}\\)|strip\\(\\)|trim\\(\\)|data|body)|\\[[^\\]\\n]{1,40}\\]){0,3}\\s{0,2}[,)]|(?:${source.source}))`
  const call = calls
    .map((one) => one.replace(/[^\w]/g, ''))
    .filter((one) => one !== '')
    .join('|')
  return new RegExp(
    `(?<![.\\w$]|def\\s)(?:${call})\\s{0,2}\\(\\s{0,3}${text}|\\beval\\s{1,3}(?:get|decode_base64)\\s{0,2}\\(|\\b(?:os\\.system|os\\.popen|execsync|(?:child_process|cp)\\.exec|spawnsync|subprocess\\.getoutput)\\s{0,2}\\(\\s{0,3}${text}|\\bsubprocess\\.(?:run|call|popen|check_output|check_call)\\s{0,2}\\(\\s{0,3}${name}[^\\n]{0,120}shell\\s{0,2}=\\s{0,2}true|\\bnew\\s{1,3}function\\s{0,2}\\([^)\\n]{0,60}?\\b(?:${name})|\\bimport\\s{0,2}\\(\\s{0,3}["'\`]data:[^\\n]{0,80}`,
    'g',
  )
}
