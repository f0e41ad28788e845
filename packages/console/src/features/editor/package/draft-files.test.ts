import type { SkillBody } from '@repertoire/protocol'
import { describe, expect, it } from 'vitest'
import {
  draftAfterSave,
  filesInConflict,
  isChanged,
  type SkillDraft,
  withoutChangesOf,
  withoutFile,
  withPath,
} from '../../../shared/browser/skill-draft.ts'
import { draftFiles, newPathProblem } from './draft-files.ts'

const file = (path: string, sha256 = path) => ({ path, sha256, size: 3, executable: false })
const skill = {
  ...{ content: 'one', enabled: true, etag: '"1"', digest: 'd1' },
  files: [file('SKILL.md'), file('a.md'), file('run.py')],
} as unknown as SkillBody
const unchanged: SkillDraft = { source: 'one', enabled: true, etag: '"1"', files: [] }
const added: SkillDraft = { ...unchanged, files: [{ path: 'new.md', text: 'é', base: '' }] }

describe('the files that the next save leaves', () => {
  it('are the saved ones under their new paths, and the new ones; deleted ones stay until then', () => {
    const renamed = withPath(added, 'a.md', 'docs/a.md')
    const draft = withoutFile(renamed, { path: 'run.py', base: 'run.py' })
    const shown = draftFiles(skill, draft).map(({ entry, saved, changed, deleted }) => [
      ...[entry.path, saved?.path ?? null, entry.size, changed, deleted],
    ])
    expect(shown).toEqual([
      ['SKILL.md', 'SKILL.md', 3, false, false],
      ['docs/a.md', 'a.md', 3, true, false],
      ['run.py', 'run.py', 3, false, true],
      ['new.md', null, 2, true, false],
    ])
  })

  it('are as saved again after each change was undone', () => {
    const there = withPath(unchanged, 'a.md', 'b.md')
    expect(isChanged(there, skill)).toBe(true)
    expect(isChanged(withPath(there, 'a.md', 'a.md'), skill)).toBe(false)
    expect(isChanged(withoutFile(added, { path: 'new.md', base: '' }), skill)).toBe(false)
    const deleted = withoutFile(there, { path: 'a.md', base: 'a.md' })
    expect(isChanged(withoutChangesOf(deleted, 'a.md'), skill)).toBe(false)
  })

  it('move a new file without a rename', () => {
    const moved = withPath(added, 'new.md', 'docs/new.md')
    expect(moved.files).toEqual([{ path: 'docs/new.md', text: 'é', base: '' }])
    expect(moved.renamed ?? []).toEqual([])
  })
})

it('is a conflict where somebody else wrote a file that is deleted here, or added the same path', () => {
  const deleted = withoutFile(added, { path: 'a.md', base: 'a.md' })
  expect(filesInConflict(deleted, skill)).toEqual([])
  const theirs = { files: [file('a.md', 'other'), file('new.md')] }
  expect(filesInConflict(deleted, theirs).map(({ path }) => path)).toEqual(['new.md', 'a.md'])
})

it('goes on under the saved paths with what was done while a save was on its way', () => {
  const sent = withPath(added, 'a.md', 'b.md')
  const saved = {
    ...skill,
    etag: '"2"',
    files: [file('SKILL.md'), file('b.md'), file('new.md', 'n'), file('run.py')],
  } as unknown as SkillBody
  expect(draftAfterSave(sent, sent, saved)).toEqual({ ...unchanged, etag: '"2"' })
  const wrote = { path: 'a.md', text: 'more', base: 'a.md' }
  const deletedToo = withoutFile(
    { ...sent, files: [...sent.files, wrote] },
    { path: 'run.py', base: 'run.py' },
  )
  expect(draftAfterSave(deletedToo, sent, saved)).toEqual({
    ...{ source: 'one', enabled: true, etag: '"2"', renamed: [] },
    files: [{ path: 'b.md', text: 'more', base: 'b.md' }],
    deleted: [{ path: 'run.py', base: 'run.py' }],
  })
})

describe('the path of a file', () => {
  const problem = (path: string, draft = unchanged) =>
    newPathProblem(path, draftFiles(skill, draft))

  it.each([
    ['', /Give the file a path/],
    ['../a.md', /^The path/],
    ['/a.md', /^The path/],
    ['a.md', /already a file a\.md/],
    ['A.md', /the same as a\.md/],
    ['skill.md', /the same as SKILL\.md/],
    ['run.py/x', /the same as run\.py/],
    [`${'a/'.repeat(40)}a`, /folders deep/],
  ])('%j is refused with a reason', (path, reason) => {
    expect(problem(path)).toMatch(reason)
  })

  it('may be any other inside the skill, but not the one of a file that is still to be deleted', () => {
    expect(problem('docs/a.md')).toBeUndefined()
    const deleted = withoutFile(unchanged, { path: 'a.md', base: 'a.md' })
    expect(problem('a.md', deleted)).toMatch(/deleted with the next save/)
  })
})
