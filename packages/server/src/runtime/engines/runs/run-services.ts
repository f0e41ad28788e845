import { ProblemError, type Sha256, type TenantId } from '@repertoire/core/base'
import type { RoutingPorts } from '@repertoire/core/choose'
import {
  type Agent,
  agentReference,
  type Conversation,
  type OrganisationSettings,
  type Run,
} from '@repertoire/core/domain'
import type { PackageAssessor } from '@repertoire/core/ingest'
import { agentDeleted } from '@repertoire/core/keep'
import type {
  AgentStore,
  Clock,
  CodeRunner,
  ConnectorHub,
  IdSource,
  Model,
  PromptContext,
  ScriptRunner,
  SkillSearch,
  Store,
  WebReader,
} from '@repertoire/core/ports'
import { runSpanId } from '@repertoire/core/report'
import {
  type AgentOutcome,
  type AgentPorts,
  cancelRun,
  createLogMemory,
  defaultRunLimits,
  everyToolset,
  type LogMemory,
  reservedToolNames,
  type StartedRun,
  startRun,
  type Toolset,
  type ToolTable,
} from '@repertoire/core/use'
import type { Logger } from 'pino'
import { createInputChecker } from '../../../platform/input-check/input-checker.ts'
import { reportSearchLogFailure } from '../../../platform/search-log-failure.ts'
import { systemTimers, type Timers } from '../../../platform/system/timers.ts'
import { runInTrace } from '../../../platform/telemetry/current-trace.ts'
import type { CancelRunRequest, StartRunRequest, ToolsRequest } from '../../engine.ts'
import { createLiveTexts, type LiveTextWriter } from '../../live-texts.ts'
import type { Models } from '../../models/select-model.ts'
import { ownToolsetName } from '../../own-tools/own-toolset.ts'
import { activeToolTable, type TurnParties } from '../active-toolsets.ts'
import { shareLiveTexts } from '../shared-live-texts.ts'
import { selectedTools } from '../toolsets.ts'
import { type RunReference, type WorkerOptions, workOnRun } from './run-worker.ts'

/** What every engine works with. */
export interface EngineOptions {
  readonly store: Store
  /** The default model. */
  readonly model: Model
  /** Models that an agent may name, by id. */
  readonly models?: ReadonlyMap<string, Model>
  /** The models of an organisation; those of this process when absent. */
  readonly modelsOf?: ((tenantId: TenantId) => Promise<Models>) | undefined
  readonly search: SkillSearch
  readonly promptContext: PromptContext
  /** Null: web pages cannot be read, whatever an organisation's settings say. */
  readonly web?: WebReader | null
  readonly connectors?: ConnectorHub | null
  /** The organisation's registry, asked for a person; null: agents ask none. */
  readonly registryClientOf?: AgentPorts['registry']
  /** Null: scripts cannot run, whatever an organisation's settings say. */
  readonly scripts?: ScriptRunner | null
  /** Null: code cannot run, whatever an organisation's settings say. */
  readonly code?: CodeRunner | null
  /** Null: no skills are routed to a turn. */
  readonly routing?: RoutingPorts | null
  /** Toolsets an organisation may choose from. */
  readonly toolsets?: readonly Toolset[]
  readonly clock: Clock
  readonly ids: IdSource
  readonly sha256: Sha256
  /** Judges what agents write. */
  readonly judgeOf: (tenantId: TenantId) => PackageAssessor
  readonly logger: Pick<Logger, 'info' | 'warn' | 'error'>
  readonly timers?: Timers
  /** Number of runs that are executed at the same time. Further ones queue. */
  readonly concurrency?: number
  /** How long a run stays leased after this process has died. */
  readonly leaseMilliseconds?: number
  /** Encrypts live texts for other processes on this database. Undefined: they get none. */
  readonly liveTextKey?: Uint8Array | undefined
  /** Called when a run that this process executed has ended. */
  readonly onRunEnded?: ((run: RunReference) => void) | undefined
  /** Interval of the search for open runs and overdue approvals. */
  readonly sweepMilliseconds?: number
  /** How long `stop` waits for running steps. */
  readonly graceMilliseconds?: number
}

export interface RunStart {
  readonly started: StartedRun
  readonly reference: RunReference
}

/** How this attempt holds the run, and how far it goes. */
export type WorkRequest = Pick<WorkerOptions, 'owner' | 'controller' | 'stopRequested' | 'mayTake'>

/** What engines do alike, wherever and whenever they execute a run. */
export interface RunServices {
  readonly texts: LiveTextWriter
  readonly logs: LogMemory
  /** Records the message and the run. */
  begin(request: StartRunRequest): Promise<RunStart>
  /** Works on the run with core's loop, in the run's trace. See {@link workOnRun}. */
  work(reference: RunReference, request: WorkRequest): Promise<AgentOutcome | 'taken'>
  cancel(request: CancelRunRequest): Promise<Run>
  toolsFor(request: ToolsRequest): Promise<ToolTable>
  contextTokensOf(tenantId: TenantId, agent: Agent | null): Promise<number>
  close(): void
}

export function createRunServices(options: EngineOptions): RunServices {
  const { store, clock, ids, logger, timers = systemTimers, toolsets = everyToolset } = options
  const { web = null, connectors = null, scripts = null, code = null } = options
  const own = createLiveTexts((error) => logger.error({ err: error }, 'a text listener failed'))
  const { messages } = store
  const key = options.liveTextKey
  const shared = messages && key && shareLiveTexts(own, { messages, key, timers })
  const texts = shared ?? own
  const checker = createInputChecker()
  const logs = createLogMemory()

  async function portsFor({ tenantId, conversationId }: RunReference): Promise<AgentPorts> {
    const models = await modelsFor(options, tenantId)
    const model = models.default
    const { search, promptContext, sha256, routing = null } = options
    return {
      ...{ model, search, promptContext, sha256, clock, ids, web, connectors },
      ...{ scripts, code, routing, registry: options.registryClientOf ?? null },
      logs,
      subAgents: true,
      findModel: (id) => models.byId.get(id) ?? null,
      tools: (names, material) => selectedTools(toolsets, names, material),
      toolNames: reservedToolNames(toolsets),
      checkInput: checker.checkInput,
      ...{ store: store.tenant(tenantId), judge: options.judgeOf(tenantId) },
      limits: defaultRunLimits,
      wait: timers.wait,
      onText: (delta) => texts.add(conversationId, delta),
      onStepEnd: (step) => texts.endStep(conversationId, step),
      onSearchLogError: reportSearchLogFailure(logger, tenantId),
    }
  }

  function toolsFor(turn: TurnParties) {
    const { skills } = store.tenant(turn.principal.tenantId)
    const available = { web: web !== null, scripts: scripts !== null, code: code !== null }
    return activeToolTable({ toolsets, connectors, available }, turn, skills)
  }

  return {
    texts,
    logs,
    begin: (request) => beginRun(options, toolsFor, request),
    work: async (reference, request) => {
      const { runId, conversationId } = reference
      const facts = { runId, conversationId }
      const leaseMilliseconds = options.leaseMilliseconds ?? 10_000
      const onRenewError = (err: unknown) =>
        logger.warn({ ...facts, err }, 'could not renew the lease of a run')
      try {
        const position = await tracePositionOf(options, reference)
        const worker = { ...request, leaseMilliseconds, timers, onRenewError }
        const ports = await portsFor(reference)
        const outcome = await runInTrace(position, () => workOnRun(ports, reference, worker))
        if (outcome === 'over') options.onRunEnded?.(reference)
        return outcome
      } finally {
        texts.endRun(conversationId, runId)
      }
    },
    cancel: ({ principal, runId }) => {
      const ports = { store: store.tenant(principal.tenantId), clock, textsOf: texts.of }
      return cancelRun(ports, { principal, runId })
    },
    toolsFor: async ({ principal, agent, toolsets: chosen }) => {
      const { settings } = await store.tenant(principal.tenantId).settings.get()
      return toolsFor({ principal, agent, settings: withToolsets(settings, chosen) })
    },
    contextTokensOf: async (tenantId, agent) =>
      contextTokensOf(await modelsFor(options, tenantId), agent),
    close: () => {
      shared?.close()
      checker.close()
    },
  }
}

async function modelsFor(
  { model, models = new Map(), modelsOf }: EngineOptions,
  tenantId: TenantId,
): Promise<Models> {
  return modelsOf ? modelsOf(tenantId) : { default: model, byId: models }
}

function contextTokensOf({ default: usual, byId }: Models, agent: Agent | null): number {
  const own = agent?.modelId ? byId.get(agent.modelId) : undefined
  return (own ?? usual).contextTokens ?? defaultRunLimits.context.tokens
}

function withToolsets(
  settings: OrganisationSettings,
  toolsets: readonly string[] = [...settings.toolsets, ownToolsetName],
): OrganisationSettings {
  return { ...settings, toolsets }
}

type ResolveTools = (turn: TurnParties) => Promise<{ readonly toolsets: readonly string[] }>

async function beginRun(
  { store, clock, ids }: EngineOptions,
  toolsFor: ResolveTools,
  input: StartRunRequest,
): Promise<RunStart> {
  const { principal, conversationId, newConversation } = input
  const { tenantId, userId } = principal
  const { conversations, members, agents, settings: stored } = store.tenant(tenantId)
  const { settings } = await stored.get()
  const known = await conversations.get(userId, conversationId)
  const agent = await conversationAgent(agents, known ?? newConversation)
  const chosen = withToolsets(settings, input.toolsets)
  const { toolsets } = await toolsFor({ principal, agent, settings: chosen })
  const reference = agent ? agentReference(agent) : undefined
  const request = { ...input, toolsets, agent: reference }
  const started = await startRun({ conversations, members, clock, ids }, request)
  const { runId, traceId } = started
  const startedBy = input.signal ? ('trigger' as const) : ('message' as const)
  const names = { tenantId, conversationId, runId, userId }
  return { started, reference: { ...names, fresh: true, traceId, startedBy } }
}

/** The trace of a run, and the span that outgoing requests belong to. */
async function tracePositionOf(
  { store, ids, sha256 }: EngineOptions,
  { tenantId, userId, runId, traceId }: RunReference,
) {
  const known = traceId ?? (await store.tenant(tenantId).conversations.run(userId, runId))?.traceId
  return { traceId: known ?? ids.traceId(), spanId: runSpanId(runId, sha256) }
}

/** The agent of the conversation. Throws ProblemError `agent.not-found` when it was deleted. */
async function conversationAgent(
  agents: AgentStore,
  conversation: Conversation | undefined,
): Promise<Agent | null> {
  const agentId = conversation?.agentId ?? null
  if (agentId === null) return null
  const agent = await agents.get(agentId)
  if (!agent) throw new ProblemError(agentDeleted(agentId))
  return agent
}
