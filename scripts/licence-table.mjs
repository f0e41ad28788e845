// Writes the table by which licence texts are recognised, from the SPDX texts of spdx-license-list:
// `node scripts/licence-table.mjs`, after a new version of that package or another list.
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { commonLicences } from '../packages/skill-md/src/licence/table/common-licences.ts'
import { encodeLicenceTable } from '../packages/skill-md/src/licence/table/encode-licence-table.ts'

const skillMd = join(import.meta.dirname, '../packages/skill-md')
const target = join(skillMd, 'src/licence/generated/licence-pairs.ts')
const texts = createRequire(join(skillMd, 'package.json'))('spdx-license-list/full.js')
const known = commonLicences.map((id) => ({ id, text: texts[id]?.licenseText ?? '' }))
const { ids, sizes, owners, pairs } = encodeLicenceTable(known)
const lines = [
  '// Written by scripts/licence-table.mjs; do not edit.',
  `export const ids: readonly string[] = ${JSON.stringify(ids)}`,
  `export const sizes: readonly number[] = ${JSON.stringify(sizes)}`,
  `export const owners: readonly (readonly number[])[] = ${JSON.stringify(owners)}`,
  `export const pairs = ${JSON.stringify(pairs)}`,
]
writeFileSync(target, `${lines.join('\n')}\n`)
