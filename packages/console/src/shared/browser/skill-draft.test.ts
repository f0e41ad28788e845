import { beforeEach, expect, it } from 'vitest'
import { keepSkillDraft, readSkillDraft } from './skill-draft.ts'

beforeEach(() => localStorage.clear())

it('keeps unsaved changes until they are forgotten', () => {
  const draft = { source: 'text', enabled: true, files: [], etag: '"1"' }
  keepSkillDraft('a', draft)
  expect(readSkillDraft('a')).toEqual(draft)
  expect(readSkillDraft('b')).toBeNull()
  keepSkillDraft('a', null)
  expect(readSkillDraft('a')).toBeNull()
})

it('ignores what is no draft', () => {
  for (const text of ['{', '3', 'null', '[]', '{"source":1}']) {
    localStorage.setItem('repertoire.draft.skill.a', text)
    expect(readSkillDraft('a')).toBeNull()
  }
})
