import type { ModelRequest } from '@repertoire/core/ports'
import { describe, expect, it } from 'vitest'
import { relevantSections } from './active-block.ts'
import { maxReadLength } from './current-turn.ts'
import { decide } from './decide.ts'

const names = ['create_tool', 'update_tool', 'edit_system_prompt', 'create_skill', 'search_skills']

function decidedOn(text: string) {
  const tools = names.map((name) => ({ name, description: '', inputSchema: {} }))
  return decide({
    system: [],
    messages: [{ role: 'user', text }],
    tools,
  } as unknown as ModelRequest)
}

// Without the limit, matching one takes many minutes.
describe('the demo model and long messages', { timeout: 60_000 }, () => {
  it.each(['write a tool ', 'make ', 'which skill ', 'remember ', 'change "a" to ', 'turn on '])(
    'reads as much as its limit allows of “%s” repeated many times',
    (words) => {
      expect(decidedOn(words.repeat(200_000 / words.length))).toBeDefined()
    },
  )

  it('writes nothing that would be truncated, and says so', () => {
    const code = `return ${'1 + '.repeat(maxReadLength / 4)}1`
    const { calls, text } = decidedOn(`Make a tool named sums: ${code}`)
    expect(calls).toEqual([])
    expect(text).toContain(`${maxReadLength} characters`)
  })

  it('writes what fits', () => {
    expect(decidedOn('Make a tool named sums: return 1 + 1').calls).toMatchObject([
      { name: 'create_tool', input: { code: 'return 1 + 1' } },
    ])
  })

  it('does not take a long line of a skill for a heading', () => {
    const body = `# Steps\n- one\n# ${'# '.repeat(100_000)}x`
    expect(relevantSections({ name: 'steps', body }, ['step'])).toContain('- one')
  })
})
