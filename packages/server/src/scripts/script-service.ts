import {
  type Clock,
  type Execution,
  type ExecutionId,
  isProblemError,
  type Principal,
  type ScriptOutcome,
  type ScriptRequest,
  type ScriptRunner,
  type Sha256,
  type Store,
  type TenantStore,
  takeOutputs,
  type UserId,
  type WorkspaceFile,
} from '@repertoire/core'
import type { ExecutionResult, SandboxFile, SandboxHealth } from '@repertoire/sandbox'
import type { Logger } from 'pino'
import type { Timers } from '../engines/direct/timers.ts'
import type { LayerService } from '../layers/layer-service.ts'
import { createLiveOutput, printedText } from './live-output.ts'
import { createOutputHub, type OutputHub } from './output-hub.ts'
import { holdsSecret, redactBytes, secretForms } from './redactor.ts'
import { runWithLayers } from './run-with-layers.ts'
import type { SandboxLink } from './sandbox-link.ts'
import { limitsFor, toSandboxRequest } from './sandbox-request.ts'
import { createShares } from './shares.ts'
import { createSilenceWatch } from './silent-executions.ts'
import type { SkillSecrets } from './skill-secrets.ts'

/** Milliseconds between two signs of life, and between two looks at those of others. */
const signMs = 10_000
/** Milliseconds somebody waits for another process to end an execution; it goes on to be asked for after that. */
const elsewhereMs = 15_000
const lookAgainMs = 200

export interface ScriptServiceOptions {
  readonly store: Store
  readonly sandbox: SandboxLink
  readonly secrets: SkillSecrets
  /** What scripts need besides their interpreter. */
  readonly layers: LayerService
  readonly timeoutSeconds: number
  readonly clock: Clock
  readonly sha256: Sha256
  readonly timers: Timers
  readonly logger: Pick<Logger, 'info' | 'warn' | 'error'>
}

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
    const outcome = work(options, at)
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

interface Work {
  readonly request: ScriptRequest
  readonly execution: Execution
  readonly tenant: TenantStore
  readonly output: OutputHub
  /** Ends it. */
  readonly cancel: () => void
}

/** Whatever happens, the execution has an end in the store, and who listens is told. */
async function work(options: ScriptServiceOptions, at: Work): Promise<ScriptOutcome> {
  const { clock, timers, logger } = options
  const { execution, tenant, output, cancel } = at
  const sign = (change: { running?: true } = {}) =>
    void tenant.executions
      .sign(execution.id, change)
      .then((heard) => heard?.cancelAsked && cancel())
      .catch((error: unknown) => logger.warn({ err: error }, 'an execution gave no sign of life'))
  const stopSigns = timers.every(signMs, () => sign())
  let end: Execution = { ...execution, status: 'interrupted', finishedAt: clock.now() }
  try {
    const outcome = await execute(options, at, () => sign({ running: true }))
    end = outcome.execution
    return outcome
  } catch (error) {
    end = { ...end, ...endOf(error), finishedAt: clock.now() }
    throw error
  } finally {
    stopSigns()
    try {
      await tenant.executions.finish(end)
    } finally {
      output.close(end)
    }
    const { id, status, runId, usage } = end
    logger.info({ executionId: id, runId, status, usage }, 'executed a script')
  }
}

function endOf(error: unknown): Partial<Execution> {
  if (!isProblemError(error)) return {}
  const { code, message } = error.problem
  return { status: code === 'sandbox.execution-lost' ? 'interrupted' : 'refused', stderr: message }
}

async function execute(
  options: ScriptServiceOptions,
  { request, execution, tenant, output }: Work,
  onStart: () => void,
): Promise<ScriptOutcome> {
  const { sandbox, clock, timeoutSeconds } = options
  const secrets = await options.secrets.open(request)
  const forms = secretForms(Object.values(secrets))
  const limits = limitsFor(await sandbox.limits(), { wallMs: request.wallMs, timeoutSeconds })
  const { conversationId, principal } = request
  const folder =
    conversationId === null ? [] : await tenant.workspace.list(principal.userId, conversationId)
  const job = await toSandboxRequest(request, { tenant, folder, secrets, limits })
  const live = createLiveOutput(output, { id: execution.id, forms })
  let started = false
  const begin = () => {
    if (!started) {
      output.begin(execution.id)
      onStart()
    }
    started = true
  }
  const onInstalling = () => output.installing(execution.id)
  const layered = { request, job, onInstalling }
  const result = await runWithLayers(options.layers, layered, (ready) =>
    sandbox.execute(ready, {
      onStart: begin,
      // Not every sandbox can tell when it begins; who prints has begun.
      onOutput: (stream, bytes) => {
        begin()
        live.push(stream, bytes)
      },
      signal: request.signal,
    }),
  )
  live.end()
  const collected = await collect(options, { request, tenant, folder, result, forms })
  const ended: Execution = {
    ...execution,
    status: result.status,
    exitCode: result.exitCode,
    stdout: printedText(redactBytes(result.stdout, forms)),
    stderr: printedText(redactBytes(result.stderr, forms)),
    outputs: collected.outputs,
    skipped: collected.skipped,
    usage: result.usage,
    finishedAt: clock.now(),
  }
  return { execution: ended, files: collected.files }
}

interface Collecting {
  readonly request: ScriptRequest
  readonly tenant: TenantStore
  /** The conversation's, as the script was given it. */
  readonly folder: readonly WorkspaceFile[]
  readonly result: ExecutionResult
  readonly forms: readonly string[]
}

/** Keeps the bytes of what it left, and says what of it goes into the conversation's folder. */
async function collect(
  { sha256 }: ScriptServiceOptions,
  { request, tenant, folder: before, result, forms }: Collecting,
) {
  const tells = ({ path, bytes }: SandboxFile) =>
    holdsSecret(bytes, forms) || holdsSecret(Buffer.from(path), forms)
  const telling = new Set(result.outputs.filter(tells))
  const clean = result.outputs.filter((output) => !telling.has(output))
  const outputs = clean.map(({ path, bytes }) => ({
    ...{ path, bytes },
    sha256: sha256(bytes),
    size: bytes.length,
  }))
  for (const { sha256: hash, bytes } of outputs) await tenant.workspace.keep(hash, bytes)
  const named = outputs.map(({ path, sha256: hash, size }) => ({ path, sha256: hash, size }))
  const skipped = [
    ...result.skipped,
    ...[...telling].map(({ path }) => ({ path, why: 'a secret of the skill is in it' })),
  ].map(({ path, why }) => ({ path: shownText(path, forms), why: shownText(why, forms) }))
  const { conversationId, principal, skill, inputs } = request
  if (conversationId === null) return { outputs: named, skipped, files: [] }
  const folder = await tenant.workspace.list(principal.userId, conversationId)
  const view = { skillId: skill?.skillId ?? null, inputs }
  const taken = takeOutputs(folder, named, { view, before })
  return { outputs: named, skipped: [...skipped, ...taken.skipped], files: taken.changes }
}

/** A text of a script's, such as the name of a file, without secrets. */
function shownText(text: string, forms: readonly string[]): string {
  return Buffer.from(redactBytes(Buffer.from(text), forms)).toString()
}
