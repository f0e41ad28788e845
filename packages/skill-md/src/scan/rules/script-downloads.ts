import type { Match, Segment } from '../scan-rule.ts'

const scriptFile = /\.(?:py|pyw|m?js|cjs|m?ts|rb|pl|php)$/i
const scriptFence =
  /^ {0,3}(?:`{3,}|~{3,})\s{0,2}(?:python|py|javascript|js|typescript|ts|node|ruby|perl)\b/
const network =
  /\b(?:urlretrieve|urlopen|requests\.get|httpx\.get|fetch\s{0,2}\(|axios|https?\.get|uri\.open|net::http|downloadfile)/
const quoted = '["\'`]([^"\'`\\n]{1,200})["\'`]'
const file = `(?:${quoted}|([a-z_]\\w{0,40})(?=\\s{0,2}[,).]))`
/** Where a script saves to, where its content may be a download: a path, or the name of one. */
const saved = new RegExp(
  [
    `\\burlretrieve\\s{0,2}\\([^,\\n]{1,300},\\s{0,3}${file}`,
    `\\bopen\\s{0,2}\\(\\s{0,3}${file}\\s{0,2},\\s{0,3}["']wb?["']`,
    `\\b(?:writefile(?:sync)?|createwritestream|file\\.(?:write|binwrite)|move_uploaded_file|file_put_contents)\\s{0,2}\\(\\s{0,3}${file}`,
    '\\b([a-z_]\\w{0,40})\\.write_(?:bytes|text)\\s{0,2}\\(',
  ].join('|'),
  'g',
)
const dataSuffix =
  /\.(?:json|csv|tsv|txt|md|ya?ml|xml|html?|pdf|png|jpe?g|gif|svg|parquet|xlsx?|docx|zip|tar|t?gz|log|onnx|gguf|pt|h5|mp[34]|wav|sql|db)$/
const maxFiles = 20
const names = new Set(['true', 'false', 'none', 'null'])

/** A script that saves a download and runs the file. */
export function* scriptDownloads({ folded, path, text }: Segment): Generator<Match> {
  if (!scriptFile.test(path) && !scriptFence.test(text.slice(0, 80))) return
  if (!network.test(folded)) return
  let count = 0
  for (const match of folded.matchAll(saved)) {
    count += 1
    if (count > maxFiles) return
    const { 0: found, index } = match
    const [, path1, name1, path2, name2, path3, name3, name4] = match
    const literal = path1 ?? path2 ?? path3
    const name = name1 ?? name2 ?? name3 ?? name4
    if (!network.test(nearby(folded, index))) continue
    const isRun = literal === undefined ? runsNamed(name ?? '', folded) : runsFile(literal, folded)
    if (isRun) yield { at: index, length: found.length, severity: 'high' }
  }
}

/** The lines before and after the place, in which the content is fetched. */
function nearby(folded: string, at: number): string {
  return folded.slice(Math.max(0, at - 600), at + 300)
}

const interpreter =
  '(?:sys\\.executable|["\'](?:\\S{0,20}/)?(?:python3?|node|(?:ba|z)?sh|perl|ruby)["\'])'
const starts =
  '(?:subprocess\\.\\w{1,20}|popen|spawn(?:sync)?|exec(?:file)?(?:sync)?|fork|os\\.(?:system|startfile|execv\\w{0,2}|spawn\\w{1,3})|system|runpy\\.run_path|execfile|load|require|import)'

function runsFile(path: string, folded: string): boolean {
  if (dataSuffix.test(path)) return false
  const name = path.replace(/[^\w]/g, '\\$&')
  return new RegExp(
    `\\b${starts}\\s{0,2}\\(?[^\\n]{0,120}["'\`\\s]${name}(?![\\w.-])|\\bchmod\\s{0,2}\\(\\s{0,3}["'\`]${name}["'\`]\\s{0,2},\\s{0,3}0o?[0-7]{0,1}[157]`,
  ).test(folded)
}

/** A path in a variable has to be the program itself, not what a program is given. */
function runsNamed(name: string, folded: string): boolean {
  if (name.length === 0 || names.has(name)) return false
  const assigned = new RegExp(`(?:^|[\\n;\\s])${name}\\s{0,2}=\\s{0,3}([^\\n;]{1,200})`).exec(
    folded,
  )
  const ending = assigned?.[1]?.match(/["'`/]([\w.-]{1,80})["'`]\)?\s{0,3}$/)?.[1] ?? ''
  if (dataSuffix.test(ending)) return false
  const value = `(?:str\\(|pathtofileurl\\(|\\(\\s{0,2})?\\$?\\{?${name}\\b`
  return new RegExp(
    `\\b${starts}\\s{0,2}\\(\\s{0,3}\\[?\\s{0,3}(?:${interpreter}\\s{0,2},\\s{0,3}\\[?\\s{0,3})?${value}|\\b(?:load|require)\\s{1,3}${name}\\b|\\b(?:os\\.)?chmod(?:sync)?\\s{0,2}\\(\\s{0,3}${name}\\s{0,2},\\s{0,3}0o?[0-7]{0,1}[157]|\\b${name}\\.chmod\\s{0,2}\\(\\s{0,2}0o?[0-7]?[157]`,
  ).test(folded)
}
