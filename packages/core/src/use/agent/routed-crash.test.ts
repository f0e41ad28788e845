import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { TriggerContext } from '../../domain/trigger-context.ts'
import { workThroughCrashes } from '../../testing/crash-injection.ts'
import { createRoutedHarness, sized } from '../../testing/routed-harness.ts'
import { createCallingModel } from '../../testing/scripted-model.ts'

const sha256 = (data: Uint8Array | string) => createHash('sha256').update(data).digest('hex')

const signal: TriggerContext = {
  ...{ source: 'webhook', signalId: 's', severity: 'info', operatorAuthored: true },
  ...{ asset: null, preloadSkills: ['core'], suggestedStages: ['decide'] },
  traceId: '0'.repeat(32),
}

async function setUp() {
  const model = createCallingModel(
    { id: 'a', name: 'activate_skills', input: { ids: ['core', 'big', 'late'] } },
    { id: 't', name: 'tool_invoke', input: { tool: 'todo', arguments: { items: [] } } },
    { id: 'b', name: 'activate_skills', input: { ids: ['late'] } },
  )
  const harness = await createRoutedHarness({
    ...{ model, sha256 },
    samples: [
      sized('core', 7_000, 'routing: {keywords: [buy], priority: 10}'),
      sized('big', 4_000, 'routing: {priority: 50}'),
      sized('late', 3_000, 'routing: {priority: 90}'),
    ],
  })
  return { harness, model, runId: await harness.say('buy', signal) }
}

/** The observations that do not depend on takeovers. */
async function observed({ harness, model }: Awaited<ReturnType<typeof setUp>>) {
  const prompts = new Map<number, string>()
  for (const { messages, system } of model.requests) {
    prompts.set(messages.length, JSON.stringify(system))
  }
  return {
    prompts: [...prompts],
    routed: await harness.all('skills-routed'),
    preloaded: await harness.all('skills-preloaded'),
    shed: await harness.all('skill-bodies-shed'),
    restored: await harness.all('skill-bodies-restored'),
    completed: await harness.all('tool-completed'),
    states: await harness.all('skills-state-changed'),
  }
}

describe('a routed run that crashes', () => {
  it.each(['before', 'after'] as const)(
    'E2, E5, E8: chooses, preloads and sheds once, with the same prompts, crashing %s any one port call',
    async (when) => {
      const uninterrupted = await setUp()
      const calls = await workThroughCrashes(uninterrupted.harness, uninterrupted.runId, [])
      const expected = await observed(uninterrupted)
      expect(expected.routed).toHaveLength(1)
      expect(expected.preloaded).toHaveLength(1)
      expect(expected.shed).toHaveLength(1)
      expect(expected.restored).toHaveLength(1)
      for (let at = 1; at <= calls; at += 1) {
        const crashing = await setUp()
        await workThroughCrashes(crashing.harness, crashing.runId, [{ at, when }])
        expect(await observed(crashing), `dying ${when} call ${at}`).toEqual(expected)
      }
    },
  )
})
