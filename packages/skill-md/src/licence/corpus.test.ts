import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { PackageFile } from '../package/package-file.ts'
import { detectLicence } from './detect-licence.ts'
import { isNoticeFile } from './licence-paths.ts'

const data = join(import.meta.dirname, '../../../../../shared/data/skills')

/** The files at the top of the skill's folder, and the LICENSE of its repository above it. */
function read(skillMd: string) {
  const folder = join(data, dirname(skillMd))
  const files = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }): PackageFile => {
      return { path: name, bytes: readFileSync(join(folder, name)), executable: false }
    })
  const text = readFileSync(join(data, skillMd.split('/')[0] ?? '', 'LICENSE'), 'utf8')
  return { files, ancestors: [{ path: 'LICENSE', text }] }
}

describe.skipIf(!existsSync(data))('licences of the real skills of ../shared/data', () => {
  const skills = globSync('**/{SKILL,skill}.md', { cwd: data }).toSorted()

  const outcomes = (ancestorsOf: 'with' | 'without') => {
    const counts = new Map<string, number>()
    for (const path of skills) {
      const { files, ancestors } = read(path)
      const { status, expression } = detectLicence(files, ancestorsOf === 'with' ? ancestors : [])
      counts.set(expression ?? status, (counts.get(expression ?? status) ?? 0) + 1)
    }
    return Object.fromEntries(counts)
  }

  test('with the licences of their repositories, 244 skills come out like this', () => {
    const expected = { MIT: 166, 'Apache-2.0': 65, conflict: 8, unknown: 5 }
    expect(outcomes('with')).toEqual(expected)
  })

  test('by their own folders alone, most say nothing', () => {
    expect(outcomes('without')).toEqual({
      ...{ none: 200, MIT: 26, 'Apache-2.0': 7, 'BSD-3-Clause': 4, 'BSD-2-Clause': 1, unknown: 6 },
    })
  })

  test('every licence file in a folder is recognised, and kept on export', () => {
    const own = skills.flatMap((path) => {
      const { files } = read(path)
      return detectLicence(files, []).evidence.filter(({ kind }) => kind !== 'frontmatter')
    })
    expect(own).toHaveLength(6)
    expect(own.map(({ path, expression }) => [isNoticeFile(path), expression])).toEqual(
      own.map(() => [true, expect.any(String)]),
    )
  })
})
