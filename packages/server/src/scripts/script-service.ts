import type {
  Execution,
  ExecutionId,
  Principal,
  ScriptOutcome,
  ScriptRequest,
  ScriptRunner,
  TenantStore,
  UserId,
} from '@repertoire/core'
import type { SandboxHealth } from '@repertoire/sandbox'
import { createShares } from './concurrency-quota.ts'
import { workOff } from './execute-script.ts'
import { createSilenceWatch } from './heartbeat-monitor.ts'
import { createOutputHub, type OutputHub } from './output-broadcaster.ts'
import { type ScriptServiceOptions, signMs } from './script-service-options.ts'

/** Milliseconds somebody waits for another process to end an execution; it goes on to be asked for after that. */
const elsewhereMs = 15_000
const lookAgainMs = 200

export interface StartedScript {
  readonly execution: Execution
  /** As {@link ScriptRunner.run}. */
  readonly outcome: Promise<ScriptOutcome>
}

/** Runs scripts for agents and for people: once each, watched, and written down. */
export interface ScriptService extends ScriptRunner {
  /**
   * The same as `run`, told as soon as it is written down that it is going to be. Throws ProblemError
   * `script.too-many`, `execution.exists`.
   */
  start(request: ScriptRequest): Promise<StartedScript>
  /**
   * Resolves when it has ended, whichever process runs it; when that one does not answer within some seconds,
   * as soon as its end is asked for.
   */
  cancel(by: Pick<Principal, 'tenantId' | 'userId'>, id: ExecutionId): Promise<void>
  readonly output: OutputHub
  health(): Promise<SandboxHealth>
  /** Looks for executions whose process died, now and from then on. */
  startLooking(): Promise<void>
  close(): Promise<void>
}

interface AtWork {
  readonly abort: AbortController
  readonly done: Promise<unknown>
  readonly tenant: TenantStore
  readonly startedBy: UserId
}

export function createScriptService(options: ScriptServiceOptions): ScriptService {
  const { store, sandbox, clock, timers, logger } = options
  const output = createOutputHub()
  const shares = createShares()
  const atWork = new Map<ExecutionId, AtWork>()
  const silence = createSilenceWatch()
  let stopLooking: (() => void) | undefined

  async function start(request: ScriptRequest): Promise<StartedScript> {
    const leave = shares.take(request.principal)
    const tenant = store.tenant(request.principal.tenantId)
    const execution = begun(request, clock.now())
    try {
      await tenant.executions.create(execution)
    } catch (error) {
      leave()
      throw error
    }
    const abort = new AbortController()
    const signal = AbortSignal.any([request.signal, abort.signal])
    output.open(execution.id)
    const cancel = () => abort.abort()
    const at = { request: { ...request, signal }, execution, tenant, output, cancel }
    const outcome = workOff(options, at)
    const done = outcome
      .catch(() => undefined)
      .finally(() => {
        leave()
        atWork.delete(execution.id)
      })
    atWork.set(execution.id, { abort, done, tenant, startedBy: execution.startedBy })
    return { execution, outcome }
  }

  /** Those at work here give signs of their own; what is silent and not here has nobody. */
  async function interruptSilent(): Promise<void> {
    try {
      for (const { tenantId, id, signs } of silence.look(
        await store.directory.executionsAtWork(),
      )) {
        if (atWork.has(id)) continue
        const silent = { signs, now: clock.now() }
        const ended = await store.tenant(tenantId).executions.interrupt(id, silent)
        if (ended) logger.warn({ tenantId, executionId: id }, 'an execution was interrupted')
      }
    } catch (error) {
      logger.error({ err: error }, 'could not look for interrupted executions')
    }
  }

  /** Ends what runs here and was cancelled in another process. */
  async function endAsked(): Promise<void> {
    const tenants = Map.groupBy(atWork, ([, { tenant }]) => tenant.tenantId)
    for (const ours of tenants.values()) {
      const [[, { tenant }]] = ours as [(typeof ours)[number]]
      const asked = await tenant.executions.toCancel(ours.map(([id]) => id))
      for (const id of asked) atWork.get(id)?.abort.abort()
    }
  }

  async function cancelElsewhere(
    { tenantId, userId }: Pick<Principal, 'tenantId' | 'userId'>,
    id: ExecutionId,
  ): Promise<void> {
    const { executions } = store.tenant(tenantId)
    if (!(await executions.askToCancel(userId, id, clock.now()))) return
    const patience = new AbortController().signal
    for (let waited = 0; waited < elsewhereMs; waited += lookAgainMs) {
      if ((await executions.get(userId, id))?.finishedAt !== null) return
      await timers.wait(lookAgainMs, patience)
    }
  }

  return {
    start,
    run: async (request) => (await start(request)).outcome,
    runtimes: () => sandbox.runtimes(),
    cancel: async (by, id) => {
      const found = atWork.get(id)
      if (found?.tenant.tenantId !== by.tenantId || found.startedBy !== by.userId) {
        return cancelElsewhere(by, id)
      }
      found.abort.abort()
      await found.done
    },
    output,
    health: () => sandbox.health(),
    startLooking: async () => {
      const stopTimer = timers.every(signMs, () => void interruptSilent())
      const endThem = () =>
        void endAsked().catch((err) =>
          logger.warn({ err }, 'could not look for cancelled executions'),
        )
      const forget = store.watch(({ kind }) => {
        if (atWork.size > 0 && (kind === 'executions' || kind === 'anything')) endThem()
      })
      stopLooking = () => {
        stopTimer()
        forget()
      }
      await interruptSilent()
    },
    close: async () => {
      stopLooking?.()
      const all = [...atWork.values()]
      for (const { abort } of all) abort.abort()
      await Promise.all(all.map(({ done }) => done))
      await options.layers.close()
      await sandbox.close()
    },
  }
}

function begun(request: ScriptRequest, now: number): Execution {
  const { executionId: id, conversationId, runId, callId, traceId, principal } = request
  const { skill, runtime, entry, args } = request
  return {
    ...{ id, conversationId, runId, callId, traceId, skill, runtime, entry, args },
    status: 'queued',
    exitCode: null,
    stdout: '',
    stderr: '',
    outputs: [],
    skipped: [],
    usage: null,
    startedBy: principal.userId,
    startedAt: now,
    finishedAt: null,
  }
}
