import type { ExecutionId, UserId } from '@repertoire/core/base'
import { type Execution, type Principal, queueKeyOf } from '@repertoire/core/domain'
import type {
  ScriptOutcome,
  ScriptRequest,
  ScriptRunner,
  TenantStore,
} from '@repertoire/core/ports'
import type { ExecutionResult, SandboxHealth } from '@repertoire/sandbox'
import { readSkillNeeds } from '../layers/skill-needs.ts'
import { unavailableProblem } from '../sandbox/sandbox-problem.ts'
import { type ConcurrencyQuota, createConcurrencyQuota } from './concurrency-quota.ts'
import { type CodeExecution, executeCode } from './execute-code.ts'
import { executeScript } from './execute-script.ts'
import { createHeartbeatMonitor } from './heartbeat-monitor.ts'
import { createOutputBroadcaster, type OutputBroadcaster } from './output-broadcaster.ts'
import { heartbeatMs, type ScriptServiceOptions } from './script-service-options.ts'

/**
 * Milliseconds that a caller waits for another process to cancel an execution. The request stays in place after
 * that.
 */
const remoteCancelTimeoutMs = 15_000
const pollIntervalMs = 200

export interface StartedScript {
  readonly execution: Execution
  /** As {@link ScriptRunner.run}. */
  readonly outcome: Promise<ScriptOutcome>
}

/** Runs scripts for agents and people. Each execution is started once, monitored, and recorded. */
export interface ScriptService extends ScriptRunner {
  /**
   * Like `run`, but resolves as soon as the execution is recorded. Throws ProblemError `script.too-many`,
   * `execution.exists`, and `sandbox.unavailable` or `sandbox.off` where no script can run.
   */
  start(request: ScriptRequest): Promise<StartedScript>
  /**
   * Runs code that its caller sent, without a record. Counts against the same quota. Throws as `start` and as the
   * sandbox does.
   */
  executeCode(execution: CodeExecution): Promise<ExecutionResult>
  /**
   * Resolves when the execution has ended, in whichever process it runs. If that process does not answer within
   * some seconds, resolves with the cancellation requested.
   */
  cancel(by: Pick<Principal, 'tenantId' | 'userId'>, id: ExecutionId): Promise<void>
  readonly output: OutputBroadcaster
  health(): Promise<SandboxHealth>
  /** Checks for executions whose process died, now and from then on. */
  startMonitoring(): Promise<void>
  close(): Promise<void>
}

interface RunningScript {
  readonly abort: AbortController
  readonly done: Promise<unknown>
  readonly tenant: TenantStore
  readonly startedBy: UserId
}

export function createScriptService(options: ScriptServiceOptions): ScriptService {
  const { store, sandbox, clock, timers, logger } = options
  const output = createOutputBroadcaster()
  const quota = createConcurrencyQuota()
  const running = new Map<ExecutionId, RunningScript>()
  const heartbeats = createHeartbeatMonitor()
  let stopMonitoring: (() => void) | undefined

  async function start(request: ScriptRequest): Promise<StartedScript> {
    const release = await acquireSlot(options, quota, request.principal)
    const tenant = store.tenant(request.principal.tenantId)
    const execution = newExecution(request, clock.now())
    try {
      await tenant.executions.create(execution)
    } catch (error) {
      release()
      throw error
    }
    const abort = new AbortController()
    const signal = AbortSignal.any([request.signal, abort.signal])
    output.open(execution.id)
    const cancel = () => abort.abort()
    const at = { request: { ...request, signal }, execution, tenant, output, cancel }
    const outcome = executeScript(options, at)
    const done = outcome
      .catch(() => undefined)
      .finally(() => {
        release()
        running.delete(execution.id)
      })
    running.set(execution.id, { abort, done, tenant, startedBy: execution.startedBy })
    return { execution, outcome }
  }

  /** Executions of this process send heartbeats. One that misses them and does not run here has no process. */
  async function interruptStale(): Promise<void> {
    try {
      for (const { tenantId, id, heartbeatCount } of heartbeats.check(
        await store.directory.runningExecutions(),
      )) {
        if (running.has(id)) continue
        const stale = { heartbeatCount, now: clock.now() }
        const ended = await store.tenant(tenantId).executions.interrupt(id, stale)
        if (ended) logger.warn({ tenantId, executionId: id }, 'an execution was interrupted')
      }
    } catch (error) {
      logger.error({ err: error }, 'could not check for interrupted executions')
    }
  }

  /** Cancels executions of this process that were cancelled through another one. */
  async function abortRequested(): Promise<void> {
    const tenants = Map.groupBy(running, ([, { tenant }]) => tenant.tenantId)
    for (const ownExecutions of tenants.values()) {
      const [[, { tenant }]] = ownExecutions as [(typeof ownExecutions)[number]]
      const requested = await tenant.executions.cancelRequested(ownExecutions.map(([id]) => id))
      for (const id of requested) running.get(id)?.abort.abort()
    }
  }

  return {
    start,
    run: async (request) => (await start(request)).outcome,
    executeCode: async (execution) => {
      const release = await acquireSlot(options, quota, execution.principal)
      return executeNow(options, { execution, running }).finally(release)
    },
    runtimes: () => sandbox.runtimes(),
    unapprovedPackages: async ({ principal, skill, runtime, signal }) => {
      const { skills, packageApprovals } = store.tenant(principal.tenantId)
      const viewed = { skills, viewer: principal.userId }
      const needs = await readSkillNeeds(viewed, skill, runtime)
      const { approved } = packageApprovals
      const queueKey = queueKeyOf(principal)
      return options.layers.unapproved({ queueKey, needs, signal, approved })
    },
    cancel: async (by, id) => {
      const found = running.get(id)
      if (found?.tenant.tenantId !== by.tenantId || found.startedBy !== by.userId) {
        return cancelRemote(options, by, id)
      }
      found.abort.abort()
      await found.done
    },
    output,
    health: () => sandbox.health(),
    startMonitoring: async () => {
      const stopTimer = timers.every(heartbeatMs, () => void interruptStale())
      const cancelThem = () =>
        void abortRequested().catch((err) =>
          logger.warn({ err }, 'could not check for cancelled executions'),
        )
      const forget = store.watch(({ kind }) => {
        if (running.size > 0 && (kind === 'executions' || kind === 'anything')) cancelThem()
      })
      stopMonitoring = () => {
        stopTimer()
        forget()
      }
      await interruptStale()
    },
    close: async () => {
      stopMonitoring?.()
      const all = [...running.values()]
      for (const { abort } of all) abort.abort()
      await Promise.all(all.map(({ done }) => done))
      await options.layers.close()
      await sandbox.close()
    },
  }
}

/** Nothing is recorded as started where nothing can start. */
async function acquireSlot(
  { sandbox }: ScriptServiceOptions,
  quota: ConcurrencyQuota,
  principal: Principal,
): Promise<() => void> {
  if ((await sandbox.runtimes()).size === 0) throw unavailableProblem(await sandbox.health())
  return quota.acquire(principal)
}

/** Among the running ones, so that a server that closes ends it. */
async function executeNow(
  options: ScriptServiceOptions,
  {
    execution,
    running,
  }: { readonly execution: CodeExecution; readonly running: Map<ExecutionId, RunningScript> },
): Promise<ExecutionResult> {
  const { executionId, principal } = execution
  const abort = new AbortController()
  const signal = AbortSignal.any([execution.signal, abort.signal])
  const outcome = executeCode(options, { ...execution, signal })
  const done = outcome.catch(() => undefined)
  const tenant = options.store.tenant(principal.tenantId)
  running.set(executionId, { abort, done, tenant, startedBy: principal.userId })
  return outcome.finally(() => running.delete(executionId))
}

async function cancelRemote(
  { store, clock, timers }: ScriptServiceOptions,
  { tenantId, userId }: Pick<Principal, 'tenantId' | 'userId'>,
  id: ExecutionId,
): Promise<void> {
  const { executions } = store.tenant(tenantId)
  if (!(await executions.requestCancel(userId, id, clock.now()))) return
  const neverAborted = new AbortController().signal
  for (let waited = 0; waited < remoteCancelTimeoutMs; waited += pollIntervalMs) {
    if ((await executions.get(userId, id))?.finishedAt !== null) return
    await timers.wait(pollIntervalMs, neverAborted)
  }
}

function newExecution(request: ScriptRequest, now: number): Execution {
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
