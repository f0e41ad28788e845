import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { ConversationEvent, ToolCall } from '../../domain/events.ts'
import { type AgentHarness, createAgentHarness } from '../../testing/agent-harness.ts'
import { type CrashPoint, workThroughCrashes } from '../../testing/crash-injection.ts'
import { sampleContent } from '../../testing/sample-skills.ts'
import { createScriptedModel } from '../../testing/scripted-model.ts'
import { defineTool, type Tool, type ToolEffect } from '../tools/tool.ts'

const skill = sampleContent('report', 'Collect, group, write.')

/** The external effects of the tools, in order. */
interface World {
  readonly sideEffects: string[]
}

function tool(name: string, effect: ToolEffect): Tool {
  return defineTool({
    name,
    description: name,
    input: z.strictObject({}),
    permission: 'skills.read',
    policy: 'none',
    answersFrom: 'services',
    bind: () => ({ skillSlug: null, reason: '', effect }),
  })
}

function toolsOf(world: World): readonly Tool[] {
  return [
    tool('pay_once', {
      kind: 'act',
      repeatable: false,
      run: async ({ callId, store }) => {
        world.sideEffects.push(`paid ${callId}`)
        const bytes = new TextEncoder().encode(callId)
        await store.workspace.storeBlob('receipt', bytes)
        const file = { path: 'receipt.txt', sha256: 'receipt', size: bytes.length }
        return { output: { paid: callId }, files: [file] }
      },
    }),
    tool('put_again', {
      kind: 'act',
      repeatable: true,
      run: async ({ callId }) => {
        world.sideEffects.push(`put ${callId}`)
        return { output: { put: callId } }
      },
    }),
    tool('note_down', {
      kind: 'record',
      run: async ({ turn }) => ({
        output: { items: turn.todo.length + 1 },
        events: [{ type: 'todo-changed', items: [...turn.todo, { text: 'More', status: 'open' }] }],
      }),
    }),
    tool('carry_out', {
      kind: 'record',
      run: async ({ store, viewer }) => {
        const found = await store.skills.findBySlug(viewer, 'report')
        if (!found) throw new Error('the skill is there')
        const { id: skillId, slug, head } = found
        const used = { skillId, slug, name: head.name, digest: head.digest }
        return { fork: { skill: used, allowedTools: [], task: 'Go.' } }
      },
    }),
  ]
}

const calls = (...names: string[]): ToolCall[] =>
  names.map((name) => ({ id: `${name}_call`, name, input: {} }))

async function setUp(): Promise<{ harness: AgentHarness; world: World }> {
  const world: World = { sideEffects: [] }
  const harness = await createAgentHarness({
    sha256: (data) => createHash('sha256').update(data).digest('hex'),
    skills: [skill],
    toolsets: [{ name: 'world', instructions: 'Act.', tools: toolsOf(world) }],
    model: createScriptedModel(({ system, messages }) => {
      const inFork = system.some((block) => block.includes('<skill'))
      const step = messages.filter(({ role }) => role === 'assistant').length
      const script = inFork
        ? [calls('note_down'), calls('pay_once')]
        : [calls('carry_out'), calls('put_again')]
      const toolCalls = script[step]?.map((call) => ({
        ...call,
        id: `${inFork ? 'fork' : 'main'}_${step}`,
      }))
      return toolCalls ? { toolCalls } : { text: inFork ? 'Did it.' : 'Done.' }
    }),
  })
  return { harness, world }
}

async function expectConsistentLog({ harness, world }: { harness: AgentHarness; world: World }) {
  const paid = world.sideEffects.filter((sideEffect) => sideEffect.startsWith('paid'))
  expect(paid.length).toBeLessThanOrEqual(1)
  const outcomes = new Map(
    (await harness.all('tool-completed')).map(({ callId, outcome }) => [callId, outcome]),
  )
  expect([...outcomes.keys()]).toEqual(['fork_0', 'fork_1', 'main_0', 'main_1'])
  const pay = outcomes.get('fork_1')
  const { tenant, principal, conversationId } = harness
  const files = await tenant.workspace.list(principal.userId, conversationId)
  expect(files.map(({ path }) => path)).toEqual(pay?.status === 'ok' ? ['receipt.txt'] : [])
  if (pay?.status === 'ok') expect(paid).toEqual(['paid fork_1'])
  else {
    expect(pay).toMatchObject({ status: 'interrupted', problem: { code: 'tool.interrupted' } })
  }
  expect(outcomes.get('main_1')).toEqual({ status: 'ok', output: { put: 'main_1' } })
  expect(new Set(world.sideEffects.filter((sideEffect) => sideEffect.startsWith('put')))).toEqual(
    new Set(['put main_1']),
  )
  expect(
    (await harness.all('todo-changed')).map(({ items, fork }) => [items.length, fork]),
  ).toEqual([[1, 'main_0']])
  expect(await harness.all('fork-started')).toHaveLength(1)
  expect(outcomes.get('main_0')).toMatchObject({ status: 'ok', output: { result: 'Did it.' } })
  const ends = (await harness.eventTypes()).filter((type: ConversationEvent['type'] | string) =>
    type.startsWith('run-c'),
  )
  expect(ends).toEqual(['run-completed'])
}

describe('kill -9 around external effects, in a sub-agent and in the main agent', () => {
  it('C8, D6: no effect is duplicated or lost, and an uncertain one is reported', async () => {
    const uninterrupted = await setUp()
    const all = await workThroughCrashes(
      uninterrupted.harness,
      await uninterrupted.harness.say('go'),
      [],
    )
    expect(uninterrupted.world.sideEffects).toEqual(['paid fork_1', 'put main_1'])
    await expectConsistentLog(uninterrupted)
    let interrupted = 0
    for (const when of ['before', 'after'] as const) {
      for (let at = 1; at <= all; at += 1) {
        const one = await setUp()
        await workThroughCrashes(one.harness, await one.harness.say('go'), [{ at, when }])
        await expectConsistentLog(one)
        const outcomes = await one.harness.all('tool-completed')
        interrupted += outcomes.filter(({ outcome }) => outcome.status === 'interrupted').length
      }
    }
    expect(interrupted).toBeGreaterThan(0)
  })

  it('C8, D6: and when several processes crash in a row', async () => {
    const crashPoint = fc.record({
      at: fc.integer({ min: 1, max: 80 }),
      when: fc.constantFrom('before' as const, 'after' as const),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(crashPoint, { minLength: 2, maxLength: 5 }),
        async (crashPoints: readonly CrashPoint[]) => {
          const one = await setUp()
          await workThroughCrashes(one.harness, await one.harness.say('go'), crashPoints)
          await expectConsistentLog(one)
        },
      ),
      { numRuns: 40 },
    )
  })
})
