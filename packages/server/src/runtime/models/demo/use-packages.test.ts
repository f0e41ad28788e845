import type { UserId } from '@repertoire/core/base'
import { ingestPackage } from '@repertoire/core/ingest'
import { assessedImport } from '@repertoire/core/testing'
import { describe, expect, it } from 'vitest'
import { sha256 } from '../../../platform/system/system-ports.ts'
import { startDemoConversation } from '../../../testing/demo-conversation.ts'
import { decide } from './decide.ts'

function arrives(name: string, description: string, files: Record<string, string> = {}) {
  const source = `---\nname: ${name}\ndescription: ${description}\n---\n# ${name}\n\n## Sums\n1. Count twice.\n`
  const origin = { sourceType: 'manual', sourceUrl: null, sourceRef: null, sourceId: null } as const
  const outcome = ingestPackage(
    {
      files: Object.entries({ 'SKILL.md': source, ...files }).map(([path, text]) => ({
        ...{ path, executable: false },
        bytes: new TextEncoder().encode(text),
      })),
      scope: { kind: 'org' },
      origin: { ...origin, provenance: 'imported' },
      author: 'usr_2' as UserId,
    },
    sha256,
  )
  if (!outcome.ok) throw new Error(outcome.problem.message)
  return assessedImport(outcome.arrival)
}

const maths = arrives('maths', 'Solve sums step by step', { 'calculator.py': 'print(1)\n' })
const format = arrives('formatter', 'Format code')
const conversation = () => startDemoConversation({ skills: [maths, format], withAgent: true })

describe('the demo model as an agent with attached skills', () => {
  it('C3: activates the skill whose line fits and quotes it, also when it was activated before', async () => {
    const { say } = await conversation()
    const first = await say('How do I solve sums?')
    expect(first.tools).toEqual(['activate_skill'])
    expect(first.reply).toContain('From the skill "maths"')
    expect(first.reply).toContain('Count twice.')
    const second = await say('And how to solve sums once more?')
    expect(second.tools).toEqual(['activate_skill'])
    expect(second.events.filter(({ type }) => type === 'skill-used')).toEqual([])
    expect(second.reply).toContain('Count twice.')
  })

  it('C3: says that none of its skills fits', async () => {
    const { say } = await conversation()
    const { tools, reply } = await say('Bake bread')
    expect([tools, reply.includes('No skill fits')]).toEqual([[], true])
  })

  it('C4: runs the requested script once, and reports the result', async () => {
    const { say } = await conversation()
    const { tools, reply } = await say('Solve sums: run calculator.py with 42 * 17')
    expect(tools[0]).toBe('activate_skill')
    expect(tools[1]).toMatch(/^run_skill_script/)
    expect(tools).toHaveLength(2)
    expect(reply).toContain('calculator.py')
  })

  it('C4: quotes the output of a script', () => {
    const call = (id: string, name: string, input: object) => ({ id, name, input: { ...input } })
    const activate = call('a', 'activate_skill', { skill_name: 'maths' })
    const run = call('b', 'run_skill_script', { skill_name: 'maths', script_name: 'c.py' })
    const block = '<skill_content name="maths">\nSums.\n\nSkill files:\n- c.py\n</skill_content>'
    const result = (id: string, name: string, output: string | { [key: string]: string }) =>
      ({ role: 'tool', callId: id, name, outcome: { status: 'ok', output } }) as const
    const { text } = decide({
      system: [],
      tools: [{ name: 'activate_skill', description: '', inputSchema: {} }],
      messages: [
        { role: 'user', text: 'Sums: run c.py' },
        { role: 'assistant', text: '', toolCalls: [activate] },
        result('a', 'activate_skill', block),
        { role: 'assistant', text: '', toolCalls: [run] },
        result('b', 'run_skill_script', { status: 'ok', stdout: '42 * 17 = 714\n', stderr: '' }),
      ],
    })
    expect(text).toContain('42 * 17 = 714')
  })
})
