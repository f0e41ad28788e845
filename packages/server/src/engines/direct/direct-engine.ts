import {
  type Agent,
  type AgentPorts,
  type AgentStore,
  type ArrivalJudge,
  agentDeleted,
  agentReference,
  type Clock,
  type CodeRunner,
  type ConnectorHub,
  type Conversation,
  cancelRun,
  defaultRunLimits,
  type IdSource,
  knownToolsets,
  type Model,
  type OrganisationSettings,
  ProblemError,
  type PromptContext,
  type RoutingPorts,
  reservedToolNames,
  runSpanId,
  type ScriptRunner,
  type Sha256,
  type SkillSearch,
  type StartedRun,
  type Store,
  startRun,
  type TenantId,
  type Toolset,
  type WebReader,
} from '@repertoire/core'
import type { Logger } from 'pino'
import { createInputChecker } from '../../input-check/input-checker.ts'
import { systemTimers, type Timers } from '../../platform/timers.ts'
import { runInTrace } from '../../telemetry/current-trace.ts'
import { activeToolTable, type TurnParties } from '../active-toolsets.ts'
import type { Engine, StartRunRequest } from '../engine.ts'
import { createLiveTexts } from '../live-texts.ts'
import { chosenTools } from '../toolsets.ts'
import { createRunPool } from './run-pool.ts'
import { type RunReference, workOnRun } from './run-worker.ts'
import { createSweeper } from './sweeper.ts'
import { engineStopping, waitForRun } from './wait-for-run.ts'

export interface DirectEngineOptions {
  readonly store: Store
  /** The default model. */
  readonly model: Model
  /** Models that an agent may name, by id. */
  readonly models?: ReadonlyMap<string, Model>
  readonly search: SkillSearch
  readonly promptContext: PromptContext
  /** Null: web pages cannot be read, whatever an organisation's settings say. */
  readonly web?: WebReader | null
  readonly connectors?: ConnectorHub | null
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
  readonly judgeOf: (tenantId: TenantId) => ArrivalJudge
  readonly logger: Pick<Logger, 'info' | 'warn' | 'error'>
  readonly timers?: Timers
  /** Number of runs that are executed at the same time. Further ones queue. */
  readonly concurrency?: number
  /** How long a run stays leased after this process has died. */
  readonly leaseMilliseconds?: number
  /** Called when a run that this process executed has ended. */
  readonly onRunEnded?: ((run: RunReference) => void) | undefined
  /** Interval of the search for open runs and overdue approvals. */
  readonly sweepMilliseconds?: number
  /** How long `stop` waits for running steps. */
  readonly graceMilliseconds?: number
}

/**
 * Executes runs in this process (C8 `direct`): durable through the store's journal, shared between replicas by
 * leases.
 */
export function createDirectEngine(options: DirectEngineOptions): Engine {
  const { store, clock, ids, logger, timers = systemTimers, toolsets = knownToolsets } = options
  const { web = null, connectors = null, scripts = null, code = null } = options
  const texts = createLiveTexts((error) => logger.error({ err: error }, 'a text listener failed'))
  const checker = createInputChecker()
  const stopping = new AbortController()
  const cleanups: (() => void)[] = []
  const pool = createRunPool({
    concurrency: options.concurrency ?? 64,
    timers,
    work: (reference, controller) => work(reference, controller),
  })
  const sweeper = createSweeper({
    store,
    clock,
    onRun: pool.add,
    onError: (error) =>
      logger.error({ err: error }, 'could not search for open runs; will try again'),
  })
  const sweep = async () => {
    if (!stopping.signal.aborted) await sweeper.sweep()
  }

  function portsFor({ tenantId, conversationId }: RunReference): AgentPorts {
    const { model, search, promptContext, sha256, routing = null } = options
    return {
      ...{ model, search, promptContext, sha256, clock, ids, web, connectors },
      ...{ scripts, code, routing },
      subAgents: true,
      findModel: (id) => options.models?.get(id) ?? null,
      tools: (names, material) => chosenTools(toolsets, names, material),
      toolNames: reservedToolNames(toolsets),
      checkInput: checker.checkInput,
      ...{ store: store.tenant(tenantId), judge: options.judgeOf(tenantId) },
      limits: defaultRunLimits,
      wait: timers.wait,
      onText: (delta) => texts.add(conversationId, delta),
      onStepEnd: (step) => texts.endStep(conversationId, step),
    }
  }

  function toolsFor(turn: TurnParties) {
    const { skills } = store.tenant(turn.principal.tenantId)
    const available = { web: web !== null, scripts: scripts !== null, code: code !== null }
    return activeToolTable({ toolsets, connectors, available }, turn, skills)
  }

  async function work(reference: RunReference, controller: AbortController): Promise<void> {
    const { runId, conversationId } = reference
    const facts = { runId, conversationId }
    try {
      const position = await tracePositionOf(options, reference)
      const outcome = await runInTrace(position, () =>
        workOnRun(portsFor(reference), reference, {
          owner: ids.next('wrk'),
          leaseMilliseconds: options.leaseMilliseconds ?? 10_000,
          timers,
          controller,
          stopRequested: () => stopping.signal.aborted,
          onRenewError: (error) =>
            logger.warn({ ...facts, err: error }, 'could not renew the lease of a run'),
        }),
      )
      if (outcome === 'over') options.onRunEnded?.(reference)
      logger.info({ ...facts, outcome }, 'executed a run')
    } catch (error) {
      logger.error({ ...facts, err: error }, 'a run was interrupted; it will be resumed')
    } finally {
      texts.endRun(conversationId, runId)
    }
  }

  return {
    start: async () => {
      cleanups.push(timers.every(options.sweepMilliseconds ?? 2_000, () => void sweep()))
      cleanups.push(
        store.watch(({ kind }) => {
          if (kind === 'approvals' || kind === 'anything') void sweep()
        }),
      )
      await sweep()
    },
    startRun: async (request) => {
      if (stopping.signal.aborted) throw engineStopping()
      const { reference, started } = await beginRun(options, toolsFor, request)
      pool.add(reference)
      return started
    },
    cancelRun: async ({ principal, runId }) => {
      const ports = { store: store.tenant(principal.tenantId), clock, textsOf: texts.of }
      const run = await cancelRun(ports, { principal, runId })
      pool.abort(runId)
      return run
    },
    toolsFor: async ({ principal, agent, toolsets: chosen }) => {
      const { settings } = await store.tenant(principal.tenantId).settings.get()
      return toolsFor({ principal, agent, settings: withToolsets(settings, chosen) })
    },
    contextTokensOf: (agent) => contextTokensOf(options, agent),
    wake: () => void sweep(),
    waitForRun: (request) => waitForRun({ store, timers, stopping: stopping.signal }, request),
    liveTexts: texts,
    stop: async () => {
      stopping.abort()
      for (const end of cleanups.splice(0)) end()
      await Promise.all([pool.drain(options.graceMilliseconds ?? 5_000), sweeper.idle()])
      checker.close()
    },
  }
}

function contextTokensOf({ model, models }: DirectEngineOptions, agent: Agent | null): number {
  const own = agent?.modelId ? models?.get(agent.modelId) : undefined
  return (own ?? model).contextTokens ?? defaultRunLimits.context.tokens
}

function withToolsets(
  settings: OrganisationSettings,
  toolsets = settings.toolsets,
): OrganisationSettings {
  return { ...settings, toolsets }
}

type ResolveTools = (turn: TurnParties) => Promise<{ readonly toolsets: readonly string[] }>

async function beginRun(
  { store, clock, ids }: DirectEngineOptions,
  toolsFor: ResolveTools,
  input: StartRunRequest,
): Promise<{ readonly started: StartedRun; readonly reference: RunReference }> {
  const { principal, conversationId, newConversation } = input
  const { tenantId, userId } = principal
  const { conversations, members, agents, settings: stored } = store.tenant(tenantId)
  const { settings } = await stored.get()
  const known = await conversations.get(userId, conversationId)
  const agent = await conversationAgent(agents, known ?? newConversation)
  const { toolsets } = await toolsFor({ principal, agent, settings })
  const reference = agent ? agentReference(agent) : undefined
  const request = { ...input, toolsets, agent: reference }
  const started = await startRun({ conversations, members, clock, ids }, request)
  const { runId, traceId } = started
  return { started, reference: { tenantId, conversationId, runId, userId, fresh: true, traceId } }
}

/** The trace of a run, and the span that outgoing requests belong to. */
async function tracePositionOf(
  { store, ids, sha256 }: DirectEngineOptions,
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
