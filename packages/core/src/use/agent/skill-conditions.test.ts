import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../base/json.ts'
import type { ToolCall } from '../../domain/events.ts'
import type { TriggerContext } from '../../domain/trigger-context.ts'
import type { ModelRequest } from '../../ports/model.ts'
import { createAgentHarness } from '../../testing/agent-harness.ts'
import { createHub } from '../../testing/connector-fixture.ts'
import { ingestedPackage } from '../../testing/ingested-package.ts'
import { sampleAgent } from '../../testing/sample-agent.ts'
import { createScriptedModel } from '../../testing/scripted-model.ts'
import { switchSkill } from '../conversation/switch-skill.ts'
import { connectors } from '../toolsets/connectors/connectors.ts'
import { discovery } from '../toolsets/discovery/discovery.ts'
import { library } from '../toolsets/library/library.ts'
import { packages } from '../toolsets/packages/packages.ts'
import { portable } from '../toolsets/portable/portable.ts'
import { routed } from '../toolsets/routed/routed.ts'

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex')
const toolsets = [discovery, library, packages, portable, routed, connectors]

const samples = [
  ['free', ''],
  ['needs-tool', 'routing: {conditions: {requires_tools: [web_extract]}}'],
  ['needs-key', 'routing: {conditions: {requires_env: [GLASSNODE_API_KEY]}}'],
  ['mac-only', 'routing: {conditions: {platforms: [darwin]}}'],
  ['on-github', 'routing: {conditions: {requires_tools: [mcp__github__create_issue]}}'],
  ['without-github', 'routing: {conditions: {fallback_for_tools: [mcp__github__create_issue]}}'],
] as const

async function play(calls: readonly (readonly [string, JsonObject])[], withGithub = false) {
  const requests: ModelRequest[] = []
  const model = createScriptedModel((request) => {
    requests.push(request)
    const call = calls[request.messages.filter(({ role }) => role === 'assistant').length]
    if (!call) return { text: 'Done.' }
    const [name, input] = call
    return { toolCalls: [{ id: `c${request.messages.length}`, name, input } satisfies ToolCall] }
  })
  const harness = await createAgentHarness({
    ...{ model, sha256, toolsets },
    ...(withGithub && { connectors: createHub().hub }),
    settings: { connectorAccess: { github: 'open' }, egressAllowList: ['connector:github'] },
    skills: samples.map(([name, lines]) =>
      ingestedPackage(
        { frontmatter: `name: ${name}\ndescription: About ${name}.\n${lines}` },
        sha256,
      ),
    ),
    agent: (skills) =>
      sampleAgent({
        toolsets: toolsets.map(({ name }) => name),
        skillIds: skills.map(({ id }) => id),
      }),
  })
  await harness.work(await harness.say('Go.'), { fresh: true })
  const outcomes = (await harness.all('tool-completed')).map(({ outcome }) => outcome)
  return { harness, requests, outcomes }
}

const loaders = (slug: string): (readonly [string, JsonObject])[] => [
  ['enable_skill', { skill_slug: slug }],
  ['activate_skills', { ids: [slug] }],
  ['use_skill', { name: slug }],
  ['read_skill', { name: slug }],
  ['read_skill_file', { name: slug, path: 'SKILL.md' }],
]

describe('the conditions of a skill', () => {
  it.each([
    ['needs-tool', 'requires_tools:web_extract', 'needs the tool web_extract'],
    ['needs-key', 'requires_env:GLASSNODE_API_KEY', 'needs the setting GLASSNODE_API_KEY'],
    ['mac-only', 'platforms:', 'does not run on'],
    ['on-github', 'requires_tools:mcp__github__create_issue', 'needs the tool'],
  ])(
    'E3: %s is refused by every tool that loads or reads it, naming the condition',
    async (slug, condition, words) => {
      const { outcomes } = await play(loaders(slug))
      expect(outcomes).toHaveLength(loaders(slug).length)
      for (const outcome of outcomes) {
        expect(outcome).toMatchObject({
          status: 'refused',
          problem: {
            code: 'skill.not-available-here',
            message: expect.stringContaining(words),
            details: { condition },
          },
        })
      }
    },
  )

  it('E3: activate_skill does not know the name of an attached skill with a failed condition', async () => {
    const { requests, outcomes } = await play([['activate_skill', { skill_name: 'needs-tool' }]])
    expect(outcomes).toMatchObject([{ problem: { code: 'tool.bad-input' } }])
    const tool = requests[0]?.tools.find(({ name }) => name === 'activate_skill')
    expect(tool?.inputSchema).toMatchObject({
      properties: { skill_name: { enum: ['free', 'without-github'] } },
    })
  })

  it('E3: no list and no search names it to an agent', async () => {
    const { requests, outcomes } = await play([
      ['search_skills', { query: 'github' }],
      ['search_skills', {}],
      ['list_skills', {}],
    ])
    const received = JSON.stringify([requests.map(({ system }) => system), outcomes])
    for (const slug of ['needs-tool', 'needs-key', 'mac-only', 'on-github']) {
      expect(received).not.toContain(slug)
    }
    expect(received).toContain('without-github')
  })

  it('E3: a connector’s tool counts under its full name', async () => {
    const { outcomes } = await play(
      [
        ['enable_skill', { skill_slug: 'on-github' }],
        ['enable_skill', { skill_slug: 'without-github' }],
      ],
      true,
    )
    expect(outcomes).toMatchObject([
      { status: 'ok' },
      { problem: { code: 'skill.not-available-here' } },
    ])
  })

  it('E4: tool_invoke and a direct call reach a connector’s tool by its full name', async () => {
    const input = { title: 'A bug' }
    const { outcomes } = await play(
      [
        ['tool_invoke', { tool: 'mcp__github__create_issue', arguments: input }],
        ['mcp__github__create_issue', input],
      ],
      true,
    )
    expect(outcomes.map(({ status }) => status)).toEqual(['ok', 'ok'])
  })

  it('E3: a person’s activation and a preload are refused, too', async () => {
    const { harness } = await play([])
    const { tenant, clock, principal, conversationId } = harness
    const environment = async () => ({
      ...{ env: new Set<string>(), tools: new Set<string>(), toolsets: new Set<string>() },
      platform: 'linux',
    })
    const request = { principal, conversationId, slug: 'needs-tool', to: 'active' } as const
    await expect(
      switchSkill(
        { store: tenant, clock, environment, contextTokens: 128_000 },
        { ...request, traceId: '0'.repeat(32) },
      ),
    ).rejects.toMatchObject({ problem: { code: 'skill.not-available-here' } })
    const trigger: TriggerContext = {
      ...({ source: 'cron', signalId: 'sig_1', asset: null, severity: 'info' } as const),
      ...{ suggestedStages: [], operatorAuthored: true, traceId: '0'.repeat(32) },
      preloadSkills: ['needs-tool', 'free'],
    }
    await harness.work(await harness.say('Tick.', trigger), { fresh: true })
    expect(await harness.all('skills-preloaded')).toMatchObject([
      {
        skills: [{ slug: 'free' }],
        refused: [{ slug: 'needs-tool', problem: { code: 'skill.not-available-here' } }],
      },
    ])
  })
})
