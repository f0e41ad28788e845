import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../proof/paths.ts'
import { corpusSources } from './corpus-sources.ts'

it('the package names everything that its vectors are learned from, with version and licence', () => {
  const readme = readFileSync(join(root, 'packages/word-vectors/README.md'), 'utf8')
  const rows = readme.split('\n').filter((line) => line.startsWith('| `'))
  expect(rows).toHaveLength(corpusSources.length)
  for (const { name, version, licence } of corpusSources) {
    const row = rows.find((one) => one.startsWith(`| \`${name}\` ${version} |`))
    expect(row, name).toContain(`| ${licence} |`)
  }
})
