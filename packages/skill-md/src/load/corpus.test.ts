import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseFast } from '../frontmatter/fast-yaml.ts'
import { findFence } from '../frontmatter/fence.ts'
import { parseWithLibrary } from '../frontmatter/yaml-library.ts'
import { editSkillMd } from '../serialise/edit-skill-md.ts'
import { loadSkillMd } from './load-skill-md.ts'

const data = join(import.meta.dirname, '../../../../../shared/data')
const skills = globSync('skills/**/{SKILL,skill}.md', { cwd: data })
const malformed = globSync('malformed/*.md', { cwd: data })

/** What those broken files that say nothing about themselves are read as: body only. */
const withoutKeys = /^(?:13|29|31)-/

describe.skipIf(!existsSync(data))('real files of ../shared/data', () => {
  test('D1: all 244 public skills load without repair, and the fast path reads them as the library does', () => {
    expect(skills).toHaveLength(244)
    for (const path of skills) {
      const bytes = readFileSync(join(data, path))
      const result = loadSkillMd(bytes, { folderName: basename(dirname(path)) })
      if (!result.ok || result.repaired)
        throw new Error(`${path}: ${JSON.stringify(result.diagnostics)}`)
      expect(result.document.fields.name).not.toBe('')
      expect(result.document.fields.description).not.toBe('')
      expect(Buffer.from(result.document.source)).toEqual(bytes)
      const found = findFence(result.document.source)
      if (found.kind !== 'closed') throw new Error(`${path}: no frontmatter`)
      const yaml = result.document.source.slice(found.fence.contentStart, found.fence.contentEnd)
      const library = parseWithLibrary(yaml)
      const fast = parseFast(yaml)
      if (library.kind !== 'map' || fast === undefined) throw new Error(`${path}: not simple YAML`)
      expect(fast).toEqual(library.parsed)
    }
  })

  test('D1: all 31 broken files load with name, description and a warning about the repair', () => {
    expect(malformed).toHaveLength(31)
    for (const path of malformed) {
      const result = loadSkillMd(readFileSync(join(data, path)))
      if (!result.ok) throw new Error(`${path}: ${JSON.stringify(result.diagnostics)}`)
      expect([path, result.repaired]).toEqual([path, true])
      const repairs = result.diagnostics.filter(
        (d) => d.code.startsWith('frontmatter.') && d.severity === 'warning',
      )
      expect([path, repairs.length > 0]).toEqual([path, true])
      expect([path, result.diagnostics.some((d) => d.code === 'frontmatter.syntax')]).toEqual([
        path,
        false,
      ])
      const bare = withoutKeys.test(basename(path))
      const { name, description } = result.document.fields
      expect([path, name === undefined, description === '']).toEqual([path, bare, bare])
    }
  })

  test('D11: in every real file an edit of the description changes only its own lines', () => {
    for (const path of [...skills, ...malformed]) {
      const text = readFileSync(join(data, path), 'utf8')
      const before = loadSkillMd(text)
      if (!before.ok || !before.document.hasFrontmatter) continue
      const edited = editSkillMd(text, { frontmatter: { description: 'Changed: yes' } })
      const after = loadSkillMd(edited)
      if (!after.ok) throw new Error(path)
      expect({ ...after.document.frontmatter }).toEqual({
        ...before.document.frontmatter,
        description: 'Changed: yes',
      })
      expect(after.document.body).toBe(before.document.body)
      const kept = new Set(text.split('\n'))
      expect([path, edited.split('\n').filter((line) => !kept.has(line)).length]).toEqual([path, 1])
    }
  })
})
