import type { MemoriesBody } from '@repertoire/protocol'
import { describe, expect, it } from 'vitest'
import { agentsWithMemory } from './agents-with-memory.ts'

const agent = (id: string, toolsets: string[] = []) => ({ id, name: id.toUpperCase(), toolsets })
const kept = (agent_id: string | null) => ({ agent_id, text: 'x' }) as MemoriesBody

describe('agents that remember', () => {
  it('are conversations without one, those that can, and those that once did', () => {
    const agents = [agent('a'), agent('b', ['observations']), agent('c')]
    const listed = agentsWithMemory(agents, [kept('c'), kept(null)])
    expect(listed.map(({ id, kept: has }) => [id, has?.agent_id])).toEqual([
      [null, null],
      ['b', undefined],
      ['c', 'c'],
    ])
  })
})
