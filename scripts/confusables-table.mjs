// Writes the table of characters that look like small ASCII letters, from Unicode's data of confusables as the Python
// package confusable-homoglyphs 3.3.1 (MIT) carries them: `node scripts/confusables-table.mjs <confusables.json>`.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const target = join(import.meta.dirname, '../packages/core/src/base/text/generated/confusables.ts')
const data = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'))

/** Everything that looks like a text, also by way of a third. */
function looksLike(text) {
  const seen = new Set([text])
  for (const one of seen) for (const { c } of data[one] ?? []) seen.add(c)
  return seen
}

const fold = (text) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
const table = new Map()
for (const source of Object.keys(data)) {
  if ([...source].length !== 1 || source <= '\u007f') continue
  for (const one of looksLike(source)) {
    const letters = fold(one)
    if (!/^[a-z_]{1,3}$/.test(letters) || letters === fold(source)) continue
    table.set(letters, (table.get(letters) ?? new Set()).add(source))
  }
}
const signs = ['<', '/'].map((sign) => {
  const others = [...looksLike(sign)].filter((one) => [...one].length === 1 && one > '\u007f')
  return `  ${JSON.stringify(sign)}: ${JSON.stringify(others.sort().join(''))},`
})
const letters = [...table]
  .sort(([one], [other]) => (one < other ? -1 : 1))
  .map(([to, from]) => `  ${JSON.stringify(to)}: ${JSON.stringify([...from].sort().join(''))},`)
const lines = [
  '// Written by scripts/confusables-table.mjs; do not edit.',
  '// From confusables.txt of Unicode (UTS 39), © 1991-2023 Unicode, Inc., under the Unicode License v3 (SPDX: Unicode-3.0),',
  '// https://www.unicode.org/license.txt. Changed: only single characters, by the ASCII letters that they look like.',
  'export const lettersByShape: Readonly<Record<string, string>> = {',
  ...letters,
  '}',
  "export const signsByShape: Readonly<Record<'<' | '/', string>> = {",
  ...signs,
  '}',
]
writeFileSync(target, `${lines.join('\n')}\n`)
