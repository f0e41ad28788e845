import type { Skill } from '@repertoire/core/domain'
import { expect, it } from 'vitest'
import { skillForQuestion } from './skill-for-question.ts'

const skill = {
  id: 'skl_1',
  slug: 'triage',
  head: { name: 'Triage', description: 'Sorts tickets.', tags: [] as string[] },
} as unknown as Skill

it('is sure of a skill only by words that it has, not by what they mean', () => {
  const found = (field: 'body' | 'meaning') => [{ skill, reasons: [{ word: 'latency', field }] }]
  const text = 'tickets latency'
  expect(skillForQuestion(text, found('body'))).toBe('skl_1')
  expect(skillForQuestion(text, found('meaning'))).toBeUndefined()
})
