import type { Match, Segment } from '../scan-rule.ts'

const scriptFile = /\.(?:py|pyw|m?js|cjs|m?ts|rb|pl|php)$/i
const scriptFence =
  /^ {0,3}(?:`{3,}|~{3,})\s{0,2}(?:python|py|javascript|js|typescript|ts|node|ruby|perl)\b/
const network =
  /\b(?:urlretrieve|urlopen|requests\.get|httpx\.get|fetch\s{0,2}\(|axios|https?\.get|uri\.open|downloadfile)/
/** The file that a script saves to, where its content may be a download. */
const saved =
  /\burlretrieve\s{0,2}\([^,\n]{1,300},\s{0,3}["'`]([^"'`\n]{1,200})|\bopen\s{0,2}\(\s{0,3}["']([^"'\n]{1,200})["']\s{0,2},\s{0,3}["']wb?["'][^\n]{0,40}(?:\.write\s{0,2}\(|\sas\s)[^\n]{0,200}|\bwritefile(?:sync)?\s{0,2}\(\s{0,3}["'`]([^"'`\n]{1,200})/g
const dataSuffix =
  /\.(?:json|csv|tsv|txt|md|ya?ml|xml|html?|pdf|png|jpe?g|gif|svg|parquet|xlsx?|docx|zip|tar|t?gz|log|bin|onnx|gguf|pt|h5|mp[34]|wav|sql|db)$/
const maxFiles = 20

/** A script that saves a download and runs the file. */
export function* scriptDownloads({ folded, path, text }: Segment): Generator<Match> {
  if (!scriptFile.test(path) && !scriptFence.test(text.slice(0, 80))) return
  if (!network.test(folded)) return
  let count = 0
  for (const { 0: found, 1: retrieved, 2: opened, 3: written, index } of folded.matchAll(saved)) {
    count += 1
    if (count > maxFiles) return
    const file = retrieved ?? opened ?? written ?? ''
    const isFromNetwork = retrieved !== undefined || network.test(nearby(folded, index))
    if (!isFromNetwork || dataSuffix.test(file) || !runsFile(file, folded)) continue
    yield { at: index, length: found.length, severity: 'high' }
  }
}

/** The lines before and after the place, in which the content is fetched. */
function nearby(folded: string, at: number): string {
  return folded.slice(Math.max(0, at - 600), at + 300)
}

function runsFile(file: string, folded: string): boolean {
  const name = file.replace(/[^\w]/g, '\\$&')
  return new RegExp(
    `\\b(?:subprocess\\.\\w{1,20}|popen|spawn(?:sync)?|exec(?:file)?(?:sync)?|os\\.system|system|os\\.startfile|runpy\\.run_path|execfile|import_module|require)\\s{0,2}\\([^\\n]{0,120}["'\`\\s]${name}(?![\\w.-])|\\bchmod\\s{0,2}\\(\\s{0,3}["'\`]${name}["'\`]\\s{0,2},\\s{0,3}0o?[0-7]{0,1}[157]`,
  ).test(folded)
}
