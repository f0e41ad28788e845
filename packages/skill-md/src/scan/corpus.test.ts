import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { PackageFile } from '../package/package-file.ts'
import { scanPackage } from './scan-package.ts'

const data = join(import.meta.dirname, '../../../../../shared/data')

function packageIn(folder: string): PackageFile[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => {
      const path = join(parentPath, name)
      return { path: relative(folder, path), bytes: readFileSync(path), executable: false }
    })
}

describe.skipIf(!existsSync(data))('real skills of ../shared/data', () => {
  const skills = globSync('skills/**/{SKILL,skill}.md', { cwd: data }).toSorted()

  it('at most two of a hundred are held by mistake, and none is blocked', () => {
    const verdicts = skills.map((path) => scanPackage(packageIn(join(data, dirname(path)))).verdict)
    const count = (...wanted: readonly string[]) =>
      verdicts.filter((verdict) => wanted.includes(verdict)).length
    expect(verdicts.length).toBe(244)
    expect(count('blocked', 'incomplete')).toBe(0)
    expect(count('review')).toBeLessThanOrEqual(4)
  })

  it('of the broken ones none is blocked', () => {
    const blocked = globSync('malformed/*.md', { cwd: data }).filter((path) => {
      const bytes = readFileSync(join(data, path))
      return scanPackage([{ path: 'SKILL.md', bytes, executable: false }]).verdict === 'blocked'
    })
    expect(blocked).toEqual([])
  })
})
