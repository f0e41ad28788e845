import type { ConversationId, RunId, TenantId, UserId } from '../base/ids.ts'
import type { Sha256 } from '../base/sha256.ts'
import type { RoutingPorts } from '../choose/routing/routing-ports.ts'
import { type Agent, agentReference, agentToolsets } from '../domain/agent.ts'
import type { Approval } from '../domain/approval.ts'
import type { ConversationEvent, LoggedEvent, ToolOutcome } from '../domain/events.ts'
import type { MemberKind } from '../domain/member.ts'
import { rolePermissions } from '../domain/permissions.ts'
import type { Principal, Role } from '../domain/principal.ts'
import { noQuotas, type QuotaLimits } from '../domain/quotas.ts'
import { emptySession } from '../domain/session-state.ts'
import { defaultSettings, type OrganisationSettings } from '../domain/settings.ts'
import type { CheckedContent, Skill } from '../domain/skill.ts'
import type { TriggerContext } from '../domain/trigger-context.ts'
import type { IdSource } from '../ports/clock.ts'
import type { CodeRunner } from '../ports/code.ts'
import type { ConnectorHub } from '../ports/connectors.ts'
import type { CheckInput } from '../ports/input-check.ts'
import type { Model } from '../ports/model.ts'
import { noPromptContext } from '../ports/prompt-context.ts'
import type { ScriptRunner } from '../ports/scripts.ts'
import type { SkillSearch } from '../ports/search-index.ts'
import type { SkillRegistryClient } from '../ports/skill-registry-client.ts'
import type { Store, TenantStore } from '../ports/store.ts'
import type { WebReader } from '../ports/web-reader.ts'
import type { AgentPorts, TextDelta } from '../use/agent/agent-ports.ts'
import { defaultRunLimits } from '../use/agent/next-action.ts'
import { type AgentOutcome, runAgent } from '../use/agent/run-agent.ts'
import { answerApproval } from '../use/approvals/answer-approval.ts'
import { createLogMemory } from '../use/conversation/log-memory.ts'
import { type StartRunRequest, startRun } from '../use/conversation/start-run.ts'
import { combineToolsets, reservedToolNames, type Toolset } from '../use/tools/toolset.ts'
import { discovery } from '../use/toolsets/discovery/discovery.ts'
import { registryToolsetName } from '../use/toolsets/registry/registry.ts'
import { createFixedClock, type FixedClock } from './fixed-clock.ts'
import { createInMemoryStore } from './in-memory-store.ts'
import { judgeByWords } from './judge-by-words.ts'
import { createSequentialIds } from './sequential-ids.ts'

const leaseTime = 10_000

export interface AgentHarnessOptions {
  readonly model: Model
  readonly sha256: Sha256
  readonly role?: Role
  /** Default: a person. */
  readonly memberKind?: MemberKind
  readonly settings?: Partial<OrganisationSettings>
  readonly skills?: readonly CheckedContent[]
  /** Default: `discovery`. */
  readonly toolsets?: readonly Toolset[]
  readonly connectors?: ConnectorHub
  readonly web?: WebReader
  readonly registry?: SkillRegistryClient
  readonly scripts?: ScriptRunner
  /** Accepts every input by default. */
  readonly checkInput?: CheckInput
  readonly code?: CodeRunner
  /** Skill routing; none by default. */
  readonly routing?: (store: Store) => RoutingPorts & Partial<Pick<AgentPorts, 'search'>>
  /** The agent of the conversation, created from the saved skills. */
  readonly agent?: (skills: readonly Skill[]) => Agent
  /** Default: true. */
  readonly subAgents?: boolean
  /** The operator's limits of the organisation. */
  readonly quotas?: QuotaLimits
}

/** An organisation with one person and one conversation on the in-memory store, for tests of the agent loop. */
export interface AgentHarness {
  readonly store: Store
  readonly tenant: TenantStore
  readonly clock: FixedClock
  readonly principal: Principal
  readonly conversationId: ConversationId
  readonly ports: AgentPorts
  /** All streamed text deltas. */
  readonly deltas: readonly TextDelta[]
  say(text: string, signal?: TriggerContext): Promise<RunId>
  /** Claims the run like a new process and works on it. Null when it cannot be claimed. */
  work(runId: RunId, options?: WorkOptions): Promise<AgentOutcome | null>
  /** Answers the newest approval request as the person. */
  answer(approved: boolean, note?: string): Promise<Approval>
  /** A harness for another existing conversation of the same organisation. */
  in(other: { readonly conversationId: ConversationId; readonly userId: UserId }): AgentHarness
  log(): Promise<readonly LoggedEvent[]>
  /** All events of a type, in order. */
  all<Type extends ConversationEvent['type']>(
    type: Type,
  ): Promise<readonly Extract<ConversationEvent, { type: Type }>[]>
  /** The outcome of the last completed tool call. */
  lastOutcome(): Promise<ToolOutcome | undefined>
  /** The event types of the log, in order. */
  eventTypes(): Promise<readonly string[]>
}

export interface WorkOptions {
  readonly fresh?: boolean
  readonly ports?: Partial<AgentPorts>
  readonly signal?: AbortSignal
  readonly stopRequested?: () => boolean
  readonly mayTake?: (tool: string | null) => boolean
}

export async function createAgentHarness(options: AgentHarnessOptions): Promise<AgentHarness> {
  const { model, role = 'owner', skills = [], toolsets = [discovery] } = options
  const clock = createFixedClock()
  const ids = createSequentialIds()
  const store = createInMemoryStore({ clock, quotas: () => options.quotas ?? noQuotas })
  const tenantId = 'org_1' as TenantId
  const userId = 'usr_1' as UserId
  await store.directory.createTenant({ id: tenantId, name: 'Acme', createdAt: 0 })
  const tenant = store.tenant(tenantId)
  const kind = options.memberKind ?? 'person'
  await tenant.members.create({ id: userId, name: 'Ada', role, kind, createdAt: 0 })
  await tenant.settings.put({ ...defaultSettings, ...options.settings })
  const saved = skills.length > 0 ? await tenant.skills.save(skills, 'create') : []
  const agent = options.agent?.(saved.flatMap((one) => (one.status === 'created' ? one.skill : [])))
  if (agent) await tenant.agents.create(agent)
  const conversationId = 'cnv_1' as ConversationId
  const times = { createdAt: clock.now(), updatedAt: clock.now() }
  await tenant.conversations.create({
    id: conversationId,
    userId,
    title: '',
    agentId: agent?.id ?? null,
    session: emptySession,
    headSeq: 0,
    ...times,
  })
  const principal: Principal = { tenantId, userId, role, permissions: rolePermissions(role) }
  const deltas: TextDelta[] = []
  const ports: AgentPorts = {
    store: tenant,
    logs: createLogMemory(),
    model,
    search: searchEverything(tenant),
    findModel: () => null,
    tools: (names, material) => combineToolsets(named(toolsets, names), material),
    toolNames: reservedToolNames(toolsets),
    checkInput: options.checkInput ?? (async () => ({ verdict: 'fits' })),
    web: options.web ?? null,
    connectors: options.connectors ?? null,
    registry: options.registry ? () => options.registry as SkillRegistryClient : null,
    scripts: options.scripts ?? null,
    code: options.code ?? null,
    ...routingOf(options, store),
    subAgents: options.subAgents ?? true,
    promptContext: noPromptContext,
    ...{ clock, ids, sha256: options.sha256, limits: defaultRunLimits },
    judge: judgeByWords,
    wait: async (milliseconds) => clock.advance(milliseconds),
    onText: (delta) => deltas.push(delta),
    onStepEnd: () => undefined,
    onSearchLogError: () => undefined,
  }
  const parts = { store, tenant, clock, ids, ports, deltas, agent, toolsets }
  return openHarness(parts, { principal, conversationId })
}

function routingOf(
  { routing }: AgentHarnessOptions,
  store: Store,
): Pick<AgentPorts, 'routing'> & Partial<Pick<AgentPorts, 'search'>> {
  if (!routing) return { routing: null }
  const { search, ...ports } = routing(store)
  return { routing: ports, ...(search && { search }) }
}

interface HarnessParts
  extends Pick<AgentHarness, 'store' | 'tenant' | 'clock' | 'ports' | 'deltas'> {
  readonly ids: IdSource
  readonly agent: Agent | undefined
  readonly toolsets: readonly Toolset[]
}

function openHarness(
  parts: HarnessParts,
  { principal, conversationId }: Pick<AgentHarness, 'principal' | 'conversationId'>,
): AgentHarness {
  const { store, tenant, clock, ids, ports, deltas, agent, toolsets } = parts
  const { userId } = principal
  const log = () => tenant.conversations.events(userId, conversationId, { after: 0, limit: 10_000 })
  const all = async <Type extends ConversationEvent['type']>(type: Type) =>
    (await log())
      .map(({ event }) => event)
      .filter((event): event is Extract<ConversationEvent, { type: Type }> => event.type === type)
  let processes = 0
  return {
    store,
    tenant,
    clock,
    principal,
    conversationId,
    ports,
    deltas,
    say: async (text, signal) => {
      const { conversations, members } = tenant
      const starting = { conversations, members, clock, ids }
      const active = await activeToolsets(tenant, agent, toolsets)
      const request = { principal, conversationId, text, signal, ...active }
      return (await startRun(starting, request)).runId
    },
    work: async (runId, work = {}) => {
      processes += 1
      const owner = `process_${conversationId}_${processes}`
      const lease = () => ({ owner, expiresAt: clock.now() + leaseTime })
      const claim = { ...lease(), now: clock.now() }
      if (!(await tenant.conversations.claimRun(runId, claim))) return null
      const outcome = await runAgent(
        { ...ports, ...work.ports },
        {
          conversationId,
          runId,
          userId,
          fresh: work.fresh ?? false,
          signal: work.signal ?? new AbortController().signal,
          stopRequested: work.stopRequested ?? (() => false),
          ...(work.mayTake && { mayTake: work.mayTake }),
          renewLease: () => tenant.conversations.renewLease(runId, lease()),
        },
      )
      await tenant.conversations.releaseLease(runId, owner)
      return outcome
    },
    answer: async (approved, note = '') => {
      const { items } = await tenant.approvals.list({}, { limit: 1 })
      const [asked] = items
      if (!asked) throw new Error('there is no approval request')
      const answer = { id: asked.id, approved, note, now: clock.now() }
      return answerApproval(tenant, principal, answer)
    },
    in: (other) =>
      openHarness(parts, {
        conversationId: other.conversationId,
        principal: { ...principal, userId: other.userId },
      }),
    log,
    all,
    lastOutcome: async () => (await all('tool-completed')).at(-1)?.outcome,
    eventTypes: async () => (await log()).map(({ event }) => event.type),
  }
}

function named(toolsets: readonly Toolset[], names: readonly string[]): readonly Toolset[] {
  return toolsets.filter(({ name }) => names.includes(name))
}

/** The given toolsets that the agent has. */
async function activeToolsets(
  { agents }: TenantStore,
  first: Agent | undefined,
  toolsets: readonly Toolset[],
): Promise<Pick<StartRunRequest, 'toolsets' | 'agent'>> {
  // Settings switch it on by themselves.
  const names = toolsets.map(({ name }) => name).filter((name) => name !== registryToolsetName)
  const agent = first && (await agents.get(first.id))
  if (!agent) return { toolsets: names }
  const speaks = agentToolsets(agent)
  return { toolsets: names.filter((name) => speaks.includes(name)), agent: agentReference(agent) }
}

/** Finds every skill whose slug is a word of the query, without ranking. */
function searchEverything(tenant: TenantStore): SkillSearch {
  return {
    search: async (_tenantId, viewer, { text, limit }) => {
      const { items } = await tenant.skills.list(viewer, { enabled: true }, { limit: 200 })
      const words = text.toLowerCase().split(/\W+/)
      return items
        .filter((skill) => words.includes(skill.slug))
        .slice(0, limit)
        .map(({ id }) => ({ skillId: id, score: 1, coverage: 1, reasons: [] }))
    },
  }
}
