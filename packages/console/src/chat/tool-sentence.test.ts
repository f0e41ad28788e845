import { describe, expect, it } from 'vitest'
import type { ToolItem } from './conversation-view.ts'
import { toolSentence } from './tool-sentence.ts'

const tool = (name: string, input: unknown, outcome: ToolItem['outcome'] = null): ToolItem => ({
  kind: 'tool',
  call: { id: 'c', name, input },
  outcome,
  approval: null,
})

describe('toolSentence', () => {
  it('A3: says what was searched and how much was found', () => {
    const output = { skills: [1, 2, 3, 4, 5] }
    expect(
      toolSentence(tool('search_skills', { query: 'postgres slow' }, { status: 'ok', output })),
    ).toBe('Searched skills for “postgres slow” — 5 found')
  })

  it('A3: says what was activated and what was refused', () => {
    const input = { skill_slug: 'a.b' }
    const problem = { code: 'budget.exceeded', message: 'No room' }
    expect(toolSentence(tool('enable_skill', input, { status: 'ok', output: {} }))).toBe(
      'Activated a.b',
    )
    expect(toolSentence(tool('enable_skill', input, { status: 'refused', problem }))).toBe(
      'Did not activate a.b',
    )
  })

  it('says something sensible about input of the wrong shape and tools it does not know', () => {
    for (const input of [null, 'x', 3, [], { skill_slug: {} }]) {
      expect(toolSentence(tool('enable_skill', input))).toBe('Activating a skill')
    }
    expect(toolSentence(tool('__proto__', {}))).toBe('Calling __proto__')
  })
})
