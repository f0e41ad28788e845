import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { JsonObject } from '../json.ts'
import type { Connector, ConnectorHub } from '../ports/connectors.ts'
import type { ModelRequest } from '../ports/model.ts'
import { type AgentScene, createAgentScene } from '../testing/agent-scene.ts'
import { type Death, workThrough } from '../testing/mortal-process.ts'
import { packageArrival } from '../testing/package-arrival.ts'
import { createScriptedModel } from '../testing/scripted-model.ts'
import { connectors } from '../tools/connectors.ts'
import { discovery } from '../tools/discovery.ts'
import { portable } from '../tools/portable.ts'
import { defineTool, type Tool } from '../tools/tool.ts'
import type { Toolset } from '../tools/toolset.ts'
import type { LoggedEvent, ToolCall } from './events.ts'

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex')
const lookups = ['list_connectors', 'search_connector_tools', 'request_connector_access']

/** Each skill's list, and what it permits, written down by hand; null: everything, `__` last: all of a connector. */
const skills: Record<string, { lines: string; permits: readonly string[] | null }> = {
  open: { lines: '', permits: null },
  star: { lines: 'allowed-tools: "*"', permits: null },
  reader: { lines: 'allowed-tools: Read', permits: ['read_file'] },
  writer: {
    lines: 'allowed-tools: Write(../x), Edit clarify',
    permits: ['write_file', 'edit_file', 'clarify'],
  },
  shell: { lines: 'allowed-tools: ["Bash(git add:*)"]', permits: ['run_command'] },
  fooled: { lines: 'allowed-tools: Rеad ｗrite_file constructor run_command(', permits: [] },
  hub: {
    lines: 'allowed-tools: mcp__github',
    permits: ['mcp__github__', ...lookups],
  },
  getter: {
    lines: 'allowed-tools: mcp__crm__get mcp__github__Delete',
    permits: ['mcp__crm__get', ...lookups],
  },
  finder: {
    lines: 'allowed-tools: search_skills enable_skill',
    permits: ['search_skills', 'enable_skill'],
  },
  apart: { lines: 'context: fork\nallowed-tools: Read', permits: ['read_file'] },
  'apart-open': { lines: 'context: fork', permits: null },
}
const machinery = ['use_skill', 'read_skill_file']

interface Deed {
  readonly callId: string
  /** What the oracle calls it. */
  readonly name: string
}

/** Whatever really happens leaves a deed. */
function hands(deeds: Deed[]): Toolset {
  const tool = (name: string, change: { outside?: true; asks?: true } = {}): Tool =>
    defineTool({
      name,
      description: name,
      input: z.strictObject({}),
      permission: 'skills.read',
      policy: 'none',
      ...(change.outside && { outside: true }),
      bind: () => {
        const effect = {
          kind: 'act',
          repeatable: true,
          run: async ({ callId }: { callId: string }) => {
            deeds.push({ callId, name })
            return { did: name }
          },
        } as const
        const subject = { question: 'May I?', options: [] }
        return {
          skillSlug: null,
          reason: '',
          effect,
          ...(change.asks && {
            question: () => ({ type: 'clarification', subject }) as const,
            answered: () => effect,
          }),
        }
      },
    })
  return {
    name: 'hands',
    instructions: '',
    tools: [
      ...['read_file', 'write_file', 'edit_file', 'list_dir'].map((name) => tool(name)),
      tool('run_command', { asks: true }),
      tool('clarify', { asks: true }),
      tool('web_fetch', { outside: true }),
    ],
  }
}

function hub(deeds: Deed[]): ConnectorHub {
  const connector = (name: string): Connector => ({
    ...{ name, title: name, description: name, endpoint: 'https://x.example', digest: 'd' },
  })
  return {
    list: async () => [connector('crm'), connector('github')],
    tools: async () => [],
    call: async (_principal, { connector: of, tool, key }) => {
      deeds.push({ callId: key, name: `mcp__${of}__${tool}` })
      return { did: tool }
    },
  }
}

interface Planned {
  readonly name: string
  readonly input: JsonObject
}
type Answer = readonly Planned[]

const plain = (name: string): Planned => ({ name, input: {} })
const useSkill = fc
  .tuple(fc.constantFrom(...Object.keys(skills), 'absent', 'Reader', ' writer '), fc.nat(5))
  .map(([name, task]): Planned => ({ name: 'use_skill', input: { name, task: `fork ${task}` } }))
const hand = fc
  .constantFrom(
    ...['read_file', 'write_file', 'edit_file', 'list_dir', 'run_command', 'clarify', 'web_fetch'],
    ...['search_skills', 'list_enabled_skills', ...lookups.slice(0, 2)],
  )
  .map(plain)
const discover = fc
  .tuple(fc.constantFrom('enable_skill', 'disable_skill'), fc.constantFrom('open', 'reader'))
  .map(([name, skill_slug]): Planned => ({ name, input: { skill_slug } }))
const readSkill = fc
  .constantFrom(...Object.keys(skills))
  .map((name): Planned => ({ name: 'read_skill_file', input: { name, path: 'SKILL.md' } }))
const connect = fc
  .tuple(
    fc.constantFrom('github', 'crm', 'github__x', 'GitHub', 'read_file', 'constructor', '*'),
    fc.constantFrom('get', 'delete', 'Delete', '*', 'get__x', '../get', 'constructor'),
  )
  .map(
    ([connector, tool]): Planned => ({
      ...{ name: 'execute_connector_tool', input: { connector, tool } },
    }),
  )
const forged = fc
  .constantFrom(
    ...['constructor', '__proto__', 'toString', 'hasOwnProperty', 'Read', 'Bash', 'READ_FILE'],
    ...['read_file ', 'read_file(../x)', 'write_file\u0000', 'ｒead_file', 'run\u200b_command'],
    ...['mcp__github__get', 'mcp__github__*', 'use_skill()', 'Use_Skill', '*', 'rеad_file'],
  )
  .map(plain)
const answer: fc.Arbitrary<Answer> = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: useSkill },
    { weight: 6, arbitrary: hand },
    { weight: 4, arbitrary: connect },
    { weight: 1, arbitrary: discover },
    { weight: 1, arbitrary: readSkill },
    { weight: 2, arbitrary: forged },
  ),
  { minLength: 1, maxLength: 3 },
)
const turns = fc.array(fc.array(answer, { minLength: 1, maxLength: 4 }), {
  minLength: 1,
  maxLength: 3,
})
const forks = fc.array(fc.array(answer, { maxLength: 3 }), { minLength: 6, maxLength: 6 })
const deaths = fc.array(
  fc.record({
    at: fc.integer({ min: 1, max: 120 }),
    when: fc.constantFrom('before' as const, 'after' as const),
  }),
  { maxLength: 4 },
)

interface Plan {
  readonly turns: readonly (readonly Answer[])[]
  readonly forks: readonly (readonly Answer[])[]
  readonly subAgents: boolean
}

/** Which answer the agent that asks is at shows in its messages alone, so any process goes on with the plan. */
function planned(plan: Plan, { messages }: ModelRequest): Answer | undefined {
  const [first] = messages
  const forkTask = first?.role === 'user' && /^fork (\d)$/.exec(first.text)
  if (forkTask) {
    const said = messages.filter(({ role }) => role === 'assistant').length
    return plan.forks[Number(forkTask[1])]?.[said]
  }
  const asked = messages.findLastIndex(({ role }) => role === 'user')
  const said = messages.slice(asked + 1).filter(({ role }) => role === 'assistant').length
  const turn = messages.filter(({ role }) => role === 'user').length - 1
  return plan.turns[turn]?.[said]
}

async function stageOf(plan: Plan, deeds: Deed[]): Promise<AgentScene> {
  const model = createScriptedModel((request) => {
    const calls = planned(plan, request)
    if (!calls) return { text: 'Done.' }
    const at = request.messages.length
    const who = JSON.stringify(request.messages[0]).length
    return {
      toolCalls: calls.map((call, index): ToolCall => ({ id: `${who}_${at}_${index}`, ...call })),
    }
  })
  return createAgentScene({
    model,
    sha256,
    subAgents: plan.subAgents,
    settings: { connectorAccess: { github: 'open', crm: 'open' } },
    connectors: hub(deeds),
    toolsets: [discovery, portable, connectors, hands(deeds)],
    skills: Object.entries(skills).map(([name, { lines }]) =>
      packageArrival({ frontmatter: `name: ${name}\ndescription: ${name}.\n${lines}` }, sha256),
    ),
  })
}

async function play(plan: Plan, deadly: readonly Death[]) {
  const deeds: Deed[] = []
  const stage = await stageOf(plan, deeds)
  const left = [...deadly]
  for (const [index] of plan.turns.entries()) {
    const runId = await stage.say(`turn ${index}`)
    const mine = left.splice(0, index === plan.turns.length - 1 ? left.length : 1)
    await workThrough(stage, runId, mine)
  }
  return { log: await stage.log(), deeds }
}

interface JudgedCall {
  readonly call: ToolCall
  readonly refusedBy: string | null
  /** Whether the list in force when it came to an end let it through. */
  readonly permitted: boolean
  readonly name: string
  /** Slug of the skill whose list was in force; null when none was. */
  readonly skill: string | null
}

/**
 * The oracle: reads the log backwards from each call's end, to the last skill that answered in the same
 * turn and the same agent, and looks it up in the table above. It knows nothing of restrictions.
 */
function judge(log: readonly LoggedEvent[]): JudgedCall[] {
  const calls = new Map(
    log.flatMap(({ event }) =>
      event.type === 'step-completed'
        ? event.toolCalls.map((call) => [call.id, call] as const)
        : [],
    ),
  )
  return log.flatMap(({ event, runId }, at) => {
    if (event.type !== 'tool-completed') return []
    const call = calls.get(event.callId)
    if (!call) throw new Error(`no step made the call ${event.callId}`)
    const skill = skillInForce(log.slice(0, at), { runId, fork: event.fork })
    const permits = skill === null ? null : (skills[skill]?.permits ?? null)
    const { connector, tool } = call.input as { connector?: string; tool?: string }
    const name = connector ? `mcp__${connector}__${tool}` : call.name
    return [
      {
        call,
        refusedBy: event.outcome.status === 'ok' ? null : event.outcome.problem.code,
        permitted: permits === null || [...machinery, ...permits].some((one) => covers(one, name)),
        name,
        skill,
      },
    ]
  })
}

function covers(permit: string, name: string): boolean {
  return permit.endsWith('__') ? name.startsWith(permit) : name === permit
}

function skillInForce(
  before: readonly LoggedEvent[],
  { runId, fork }: { runId: LoggedEvent['runId']; fork: string | undefined },
): string | null {
  for (const { event, runId: of } of before.toReversed()) {
    if (of !== runId) continue
    if (event.type === 'fork-started' && event.callId === fork) return event.skill.slug
    if (event.type !== 'tool-completed' || event.name !== 'use_skill' || event.fork !== fork) {
      continue
    }
    if (event.outcome.status !== 'ok') continue
    const { name, instructions } = event.outcome.output as { name: string; instructions?: string }
    if (instructions !== undefined) return name
  }
  return null
}

function expectBoundary(log: readonly LoggedEvent[], deeds: readonly Deed[]): JudgedCall[] {
  const judged = judge(log)
  for (const { call, permitted, refusedBy, skill } of judged) {
    const done = deeds.filter(({ callId }) => callId === call.id)
    if (!permitted) expect([call, refusedBy, done]).toEqual([call, expect.any(String), []])
    if (permitted) expect([call, skill, refusedBy]).not.toContain('tool.not-allowed')
    if (refusedBy !== null && refusedBy !== 'tool.interrupted') expect(done).toEqual([])
  }
  const ended = new Set(judged.map(({ call }) => call.id))
  expect(deeds.filter(({ callId }) => !ended.has(callId))).toEqual([])
  return judged
}

describe('the boundary of allowed tools', () => {
  it('D7: no sequence of calls, forks, approvals, deaths and forged names gets past the list in force', async () => {
    const seen = new Set<string>()
    await fc.assert(
      fc.asyncProperty(
        fc.record({ turns, forks, subAgents: fc.boolean() }),
        deaths,
        async (plan, deadly) => {
          const { log, deeds } = await play(plan, deadly)
          for (const { event } of log) seen.add(event.type)
          for (const { refusedBy, permitted, skill, name } of expectBoundary(log, deeds)) {
            seen.add(`${refusedBy ?? 'ok'}${permitted ? '' : '!'}`)
            seen.add(`${skill}: ${refusedBy === null ? name : `no ${name}`}`)
          }
        },
      ),
      { numRuns: 300 },
    )
    expect([...seen]).toEqual(
      expect.arrayContaining([
        ...['open: write_file', 'star: list_dir', 'reader: read_file', 'reader: no write_file'],
        ...['writer: edit_file', 'writer: clarify', 'writer: no run_command', 'shell: run_command'],
        ...['fooled: no read_file', 'fooled: no write_file', 'fooled: use_skill'],
        ...['hub: mcp__github__get', 'hub: no mcp__crm__get', 'getter: mcp__crm__get'],
        ...[
          'getter: no mcp__github__get',
          'finder: search_skills',
          'finder: no list_enabled_skills',
        ],
        ...['apart: read_file', 'apart: no list_dir', 'apart-open: list_dir'],
        ...['ok', 'tool.not-allowed!', 'tool.unknown', 'tool.unknown!', 'connector.not-found'],
        ...['approval-resolved', 'run-resumed', 'fork-started', 'skill-used', 'run-completed'],
      ]),
    )
  }, 60_000)
})
