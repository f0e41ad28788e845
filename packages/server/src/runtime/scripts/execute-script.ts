import { isProblemError } from '@repertoire/core/base'
import type { Execution } from '@repertoire/core/domain'
import type { ScriptOutcome, ScriptRequest, TenantStore } from '@repertoire/core/ports'
import type { ExecutionResult } from '@repertoire/sandbox'
import { secretForms } from '../../platform/redaction/secret-forms.ts'
import { redactBytes } from '../../platform/redaction/stream-mask.ts'
import { collectOutputs } from './collect-outputs.ts'
import { createLiveOutput, printedText } from './live-output.ts'
import type { OutputBroadcaster } from './output-broadcaster.ts'
import { runWithLayers } from './run-with-layers.ts'
import { limitsFor, toSandboxRequest } from './sandbox-request.ts'
import { heartbeatMs, type ScriptServiceOptions } from './script-service-options.ts'

/** A recorded execution with everything that is needed to run it. */
export interface ScriptExecution {
  readonly request: ScriptRequest
  readonly execution: Execution
  readonly tenant: TenantStore
  readonly output: OutputBroadcaster
  /** Cancels the execution. */
  readonly cancel: () => void
}

/** Executes a script. Whatever happens, the end is stored and subscribers are notified. */
export async function executeScript(
  options: ScriptServiceOptions,
  at: ScriptExecution,
): Promise<ScriptOutcome> {
  const { clock, timers, logger } = options
  const { execution, tenant, output, cancel } = at
  const heartbeat = (change: { status?: 'installing' | 'running' } = {}) =>
    void tenant.executions
      .heartbeat(execution.id, change)
      .then((response) => response?.cancelRequested && cancel())
      .catch((error: unknown) =>
        logger.warn({ err: error }, 'a heartbeat of an execution could not be stored'),
      )
  const stopHeartbeat = timers.every(heartbeatMs, () => heartbeat())
  let end: Execution = { ...execution, status: 'interrupted', finishedAt: clock.now() }
  try {
    const outcome = await execute(options, at, (status) => heartbeat({ status }))
    end = outcome.execution
    return outcome
  } catch (error) {
    end = { ...end, ...endOf(error), finishedAt: clock.now() }
    throw error
  } finally {
    stopHeartbeat()
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
  { request, execution, tenant, output }: ScriptExecution,
  onState: (status: 'installing' | 'running') => void,
): Promise<ScriptOutcome> {
  const { sandbox, clock, timeoutSeconds } = options
  const secrets = await options.secrets.environmentFor(request)
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
      onState('running')
    }
    started = true
  }
  const onInstalling = () => {
    output.installing(execution.id)
    onState('installing')
  }
  const { approved } = tenant.packageApprovals
  const layered = { request, job, onInstalling, approved }
  const result = await runWithLayers(options.layers, layered, (ready) =>
    sandbox.execute(ready, {
      onStart: begin,
      // Not every sandbox reports the start. Output also means that it has started.
      onOutput: (stream, bytes) => {
        begin()
        live.push(stream, bytes)
      },
      signal: request.signal,
    }),
  )
  const ending = { truncated: !exitedByItself(result) }
  live.end(ending)
  const collected = await collectOutputs(options.sha256, { request, tenant, folder, result, forms })
  const ended: Execution = {
    ...execution,
    status: result.status,
    exitCode: result.exitCode,
    stdout: printedText(redactBytes(result.stdout, forms, ending)),
    stderr: printedText(redactBytes(result.stderr, forms, ending)),
    outputs: collected.outputs,
    skipped: collected.skipped,
    usage: result.usage,
    finishedAt: clock.now(),
  }
  return { execution: ended, files: collected.files }
}

/** Its output is complete then. A killed process may be cut off anywhere. */
function exitedByItself({ status, exitCode }: ExecutionResult): boolean {
  return status === 'ok' || (status === 'failed' && exitCode !== null && exitCode < 128)
}
