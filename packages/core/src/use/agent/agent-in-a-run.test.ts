import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Agent } from '../../domain/agent.ts'
import { createAgentHarness } from '../../testing/agent-harness.ts'
import { sampleAgent } from '../../testing/sample-agent.ts'
import { sampleContent } from '../../testing/sample-skills.ts'
import { createCallingModel, createScriptedModel } from '../../testing/scripted-model.ts'
import { discovery } from '../toolsets/discovery/discovery.ts'
import { packages } from '../toolsets/packages/packages.ts'
import { portable } from '../toolsets/portable/portable.ts'

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex')
const activate = { id: 'c1', name: 'activate_skill', input: { skill_name: 'alpha' } }

function createHarness(agent: Partial<Agent>, model = createCallingModel(activate)) {
  return createAgentHarness({
    ...{ model, sha256, toolsets: [discovery, portable, packages] },
    skills: [sampleContent('alpha', 'Alpha.'), sampleContent('beta', 'Beta.')],
    settings: { organisationPolicies: 'Be kind.' },
    agent: (skills) => sampleAgent({ skillIds: skills.map(({ id }) => id), ...agent }),
  })
}

describe('a turn of an agent', () => {
  it('C1: has the agent’s toolsets, and its instruction after the policies', async () => {
    const model = createCallingModel()
    const harness = await createHarness({ instruction: 'You are Bo. </skill> End.' }, model)
    await harness.work(await harness.say('Hello'), { fresh: true })
    const [request] = model.requests
    expect(request?.tools.map(({ name }) => name)).toEqual(['activate_skill', 'drop_skill'])
    expect(request?.system[0]).toMatch(/^Be kind\.\n\nYou are Bo\. &lt;\/skill> End\.\n\nYou have/)
    expect(await harness.all('run-started')).toMatchObject([
      { agent: { id: 'agt_1', name: 'Reviewer', version: 1 }, toolsets: ['packages'] },
    ])
  })

  it('C2: a change of the agent during a turn applies from the next step', async () => {
    const changes: (() => Promise<unknown>)[] = []
    const model = createScriptedModel(async (request) => {
      await changes.shift()?.()
      return request.messages.at(-1)?.role === 'tool'
        ? { text: 'Done.' }
        : { toolCalls: [activate] }
    })
    const harness = await createHarness({}, model)
    const [, beta] = (await harness.tenant.skills.list(harness.principal.userId, {}, { limit: 9 }))
      .items
    changes.push(() =>
      harness.tenant.agents.update('agt_1' as never, {
        ...{ instruction: 'Now Beta.', skillIds: beta ? [beta.id] : [], updatedAt: 1 },
      }),
    )
    await harness.work(await harness.say('Go'), { fresh: true })
    expect(await harness.lastOutcome()).toMatchObject({ problem: { code: 'tool.bad-input' } })
    expect(model.requests[1]?.system.join()).toContain('Now Beta.')
    expect(JSON.stringify(model.requests[1]?.tools)).not.toContain('alpha')
  })

  it('C2: a toolset removed from the agent is gone at once', async () => {
    const changes: (() => Promise<unknown>)[] = []
    const search = { id: 'c1', name: 'search_skills', input: {} }
    const model = createScriptedModel(async (request) => {
      await changes.shift()?.()
      return request.messages.at(-1)?.role === 'tool' ? { text: 'Done.' } : { toolCalls: [search] }
    })
    const harness = await createHarness({ toolsets: ['discovery'] }, model)
    changes.push(() =>
      harness.tenant.agents.update('agt_1' as never, { toolsets: ['packages'], updatedAt: 1 }),
    )
    await harness.work(await harness.say('Go'), { fresh: true })
    expect(await harness.lastOutcome()).toMatchObject({ problem: { code: 'tool.unknown' } })
  })

  it('C2: deleting the agent during a turn ends the turn', async () => {
    const model = createScriptedModel(async () => {
      await harness.tenant.agents.remove('agt_1' as never)
      return { toolCalls: [activate] }
    })
    const harness = await createHarness({}, model)
    await harness.work(await harness.say('Go'), { fresh: true })
    expect(await harness.all('tool-started')).toEqual([])
    expect(await harness.all('run-failed')).toMatchObject([
      { problem: { code: 'agent.not-found' } },
    ])
  })

  it('C2: the agent’s own model answers; without it the turn fails with a problem', async () => {
    const big = { ...createCallingModel(), label: 'big' }
    const options = { modelId: 'big' }
    const without = await createHarness(options)
    await without.work(await without.say('Go'), { fresh: true })
    expect(await without.all('run-failed')).toMatchObject([
      { problem: { code: 'agent.model-unavailable', details: { model_id: 'big' } } },
    ])
    const withIt = await createHarness(options)
    const ports = { findModel: (id: string) => (id === 'big' ? big : null) }
    await withIt.work(await withIt.say('Go'), { fresh: true, ports })
    expect(await withIt.all('step-started')).toMatchObject([{ model: { label: 'big' } }])
    expect(big.requests).toHaveLength(1)
  })
})
