import type { CallSubject } from '@repertoire/skill-md'
import { z } from 'zod'
import { isProblemError } from '../base/errors.ts'
import type { JsonObject } from '../base/json.ts'
import type { Sha256 } from '../base/sha256.ts'
import type { Connector } from '../domain/connector.ts'
import type { LoggedEvent, ToolCall } from '../domain/events.ts'
import type { CheckedContent } from '../domain/skill.ts'
import type { TriggerContext } from '../domain/trigger-context.ts'
import type { ConnectorHub } from '../ports/connectors.ts'
import type { ModelRequest } from '../ports/model.ts'
import { switchSkill } from '../use/conversation/switch-skill.ts'
import { callKey } from '../use/tools/connector-call.ts'
import { defineTool, type Tool } from '../use/tools/tool.ts'
import type { Toolset } from '../use/tools/toolset.ts'
import { connectors } from '../use/toolsets/connectors/connectors.ts'
import { discovery } from '../use/toolsets/discovery/discovery.ts'
import { library } from '../use/toolsets/library/library.ts'
import { packages } from '../use/toolsets/packages/packages.ts'
import { portable } from '../use/toolsets/portable/portable.ts'
import { routed } from '../use/toolsets/routed/routed.ts'
import { type AgentHarness, createAgentHarness } from './agent-harness.ts'
import { bareEnvironment } from './bare-environment.ts'
import { type CrashPoint, workThroughCrashes } from './crash-injection.ts'
import { ingestedPackage } from './ingested-package.ts'
import { sampleAgent } from './sample-agent.ts'
import { createScriptedModel } from './scripted-model.ts'

/** Tools that list connectors and request access to them. */
export const connectorLookupTools = [
  'list_connectors',
  'search_connector_tools',
  'request_connector_access',
]

/** The `allowed-tools` of each skill and the permitted tools, written by hand. Null: all tools; a final `__`: all tools of a connector. */
export const restrictedSkills: Record<
  string,
  { lines: string; permits: readonly string[] | null }
> = {
  open: { lines: '', permits: null },
  star: { lines: 'allowed-tools: "*"', permits: null },
  reader: { lines: 'allowed-tools: Read', permits: ['read_file'] },
  writer: {
    lines: 'allowed-tools: Write(*), Edit clarify',
    permits: ['write_file', 'edit_file', 'clarify'],
  },
  shell: { lines: 'allowed-tools: ["Bash(git add:*)"]', permits: ['run_command'] },
  pusher: { lines: 'allowed-tools: ["Bash(git push:*)", "Read([x])"]', permits: [] },
  fooled: { lines: 'allowed-tools: Rеad ｗrite_file run_command(', permits: [] },
  hub: {
    lines: 'allowed-tools: mcp__github',
    permits: ['mcp__github__', ...connectorLookupTools],
  },
  getter: {
    lines: 'allowed-tools: mcp__crm__get mcp__github__Delete',
    permits: ['mcp__crm__get', 'mcp__github__Delete', ...connectorLookupTools],
  },
  finder: {
    lines: 'allowed-tools: search_skills enable_skill constructor',
    permits: ['search_skills', 'enable_skill'],
  },
  apart: { lines: 'context: fork\nallowed-tools: Read', permits: ['read_file'] },
  'apart-open': { lines: 'context: fork', permits: null },
}
/** A side effect of a tool call that really ran. */
export interface SideEffect {
  readonly callId: string
  /** The tool name as used by the oracle. */
  readonly name: string
}

/** A tool call that the scripted model will make. */
export interface PlannedCall {
  readonly name: string
  readonly input: JsonObject
}
/** The calls of one step. */
export type PlannedStep = readonly PlannedCall[]

/** A person's switch of a skill before a turn, or a skill that the turn's trigger preloads. */
export interface SkillSwitchBefore {
  readonly by: 'activate' | 'deactivate' | 'preload'
  readonly slug: string
}

/** The scripted steps of the model: for each message of the person, and for each sub-agent with the task `fork <n>`. */
export interface Plan {
  /** What happens before the turn of the same position; none where it is shorter. */
  readonly before?: readonly (readonly SkillSwitchBefore[])[]
  readonly turns: readonly (readonly PlannedStep[])[]
  readonly forks: readonly (readonly PlannedStep[])[]
  readonly subAgents: boolean
}

/** Plays a whole conversation with process crashes at the given points, and approves every request. */
export async function playPlan(
  plan: Plan,
  { crashPoints, sha256 }: { crashPoints: readonly CrashPoint[]; sha256: Sha256 },
): Promise<{ log: readonly LoggedEvent[]; sideEffects: readonly SideEffect[] }> {
  const sideEffects: SideEffect[] = []
  const harness = await createPlanHarness(plan, sideEffects, sha256)
  const remaining = [...crashPoints]
  for (const [index] of plan.turns.entries()) {
    const before = plan.before?.[index] ?? []
    await switchByPerson(harness, before)
    const preloaded = before.flatMap(({ by, slug }) => (by === 'preload' ? [slug] : []))
    const trigger = preloaded.length > 0 ? preloadingTrigger(preloaded) : undefined
    const runId = await harness.say(`turn ${index}`, trigger)
    const crashesOfRun = remaining.splice(0, index === plan.turns.length - 1 ? remaining.length : 1)
    await workThroughCrashes(harness, runId, crashesOfRun)
  }
  const log = await harness.log()
  const { conversationId } = harness
  const idByKey = new Map(
    log.flatMap(({ event, runId }) => {
      if (event.type !== 'tool-started' || runId === null) return []
      const callId = event.call.id
      return [[callKey({ sha256, conversationId, runId, callId }), callId] as const]
    }),
  )
  const done = sideEffects.map(({ callId, name }) => ({
    callId: idByKey.get(callId) ?? callId,
    name,
  }))
  return { log, sideEffects: done }
}

/** Switches that the session refuses are left out, as for a person. */
async function switchByPerson(
  { tenant: store, clock, principal, conversationId }: AgentHarness,
  switches: readonly SkillSwitchBefore[],
): Promise<void> {
  for (const { by, slug } of switches) {
    if (by === 'preload') continue
    const to = by === 'activate' ? 'active' : 'inactive'
    const request = { principal, conversationId, slug, to, traceId: '0'.repeat(32) } as const
    await switchSkill(
      { store, clock, environment: bareEnvironment, contextTokens: 128_000 },
      request,
    ).catch((error) => {
      if (!isProblemError(error)) throw error
    })
  }
}

function preloadingTrigger(preloadSkills: readonly string[]): TriggerContext {
  return {
    ...{ source: 'cron', signalId: 'sig_1', asset: null, severity: 'info', suggestedStages: [] },
    ...{ operatorAuthored: true, traceId: '0'.repeat(32), preloadSkills },
  }
}

/** The command of every call of the recorded `run_command`. */
const addsFile: CallSubject = { kind: 'command', command: 'git add x' }

/** Tools that record each real execution as a side effect. */
function recordingTools(sideEffects: SideEffect[]): Toolset {
  const tool = (name: string, change: { answersFrom?: 'outside'; asks?: true } = {}): Tool =>
    defineTool({
      name,
      description: name,
      input: z.strictObject({}),
      permission: 'skills.read',
      policy: 'none',
      answersFrom: change.answersFrom ?? 'services',
      bind: () => {
        const effect = {
          kind: 'act',
          repeatable: true,
          run: async ({ callId }: { callId: string }) => {
            sideEffects.push({ callId, name })
            return { output: { did: name } }
          },
        } as const
        const question = { question: 'May I?', options: [] }
        return {
          skillSlug: null,
          reason: '',
          ...(name === 'run_command' && { subject: addsFile }),
          effect,
          ...(change.asks && {
            approvalRequest: () => ({ type: 'clarification', subject: question }) as const,
            answered: () => effect,
          }),
        }
      },
    })
  return {
    name: 'recording',
    instructions: '',
    tools: [
      ...['read_file', 'write_file', 'edit_file', 'list_dir'].map((name) => tool(name)),
      tool('run_command', { asks: true }),
      tool('web_fetch', { answersFrom: 'outside' }),
    ],
  }
}

/** Of every server, names included that only look like one on a list. */
const connectorTools = ['get', 'Get', 'delete', 'Delete', '*', '../get', 'get__x', 'constructor']

function recordingHub(sideEffects: SideEffect[]): ConnectorHub {
  const connector = (name: string): Connector => ({
    ...{ name, title: name, description: name, endpoint: 'https://x.example', digest: 'd' },
  })
  return {
    list: async () => [connector('crm'), connector('github')],
    tools: async () => connectorTools.map((name) => ({ name, description: '', inputSchema: {} })),
    call: async (_principal, { connector: of, tool, key }) => {
      sideEffects.push({ callId: key, name: `mcp__${of}__${tool}` })
      return { did: tool }
    },
  }
}

function arrivals(sha256: Sha256): readonly CheckedContent[] {
  return Object.entries(restrictedSkills).map(([name, { lines }]) =>
    ingestedPackage({ frontmatter: `name: ${name}\ndescription: ${name}.\n${lines}` }, sha256),
  )
}

/** Derives the next step only from the messages, so that any process can continue the plan. */
function nextStep(plan: Plan, { messages }: ModelRequest): PlannedStep | undefined {
  const [first] = messages
  const forkTask = first?.role === 'user' && /^fork (\d)$/.exec(first.text)
  if (forkTask) {
    const stepsTaken = messages.filter(({ role }) => role === 'assistant').length
    return plan.forks[Number(forkTask[1])]?.[stepsTaken]
  }
  const lastUserMessage = messages.findLastIndex(({ role }) => role === 'user')
  const stepsTaken = messages
    .slice(lastUserMessage + 1)
    .filter(({ role }) => role === 'assistant').length
  const turn = messages.filter(({ role }) => role === 'user').length - 1
  return plan.turns[turn]?.[stepsTaken]
}

async function createPlanHarness(
  plan: Plan,
  sideEffects: SideEffect[],
  sha256: Sha256,
): Promise<AgentHarness> {
  const model = createScriptedModel((request) => {
    const calls = nextStep(plan, request)
    if (!calls) return { text: 'Done.' }
    const at = request.messages.length
    const who = JSON.stringify(request.messages[0]).length
    return {
      toolCalls: calls.map((call, index): ToolCall => ({ id: `${who}_${at}_${index}`, ...call })),
    }
  })
  return createAgentHarness({
    model,
    sha256,
    subAgents: plan.subAgents,
    settings: {
      connectorAccess: { github: 'open', crm: 'open' },
      toolTiers: { 'mcp__github__*': 'READ_ONLY', 'mcp__crm__*': 'READ_ONLY' },
    },
    connectors: recordingHub(sideEffects),
    toolsets: [
      ...[discovery, library, packages, portable, routed, connectors],
      recordingTools(sideEffects),
    ],
    skills: arrivals(sha256),
    agent: (skills) =>
      sampleAgent({
        skillIds: skills.map(({ id }) => id),
        toolsets: [
          ...['discovery', 'library', 'packages', 'portable', 'routed', 'connectors'],
          'recording',
        ],
      }),
  })
}
