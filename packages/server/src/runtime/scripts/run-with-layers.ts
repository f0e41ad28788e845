import { queueKeyOf, readScriptDependencies } from '@repertoire/core/domain'
import type { ScriptRequest } from '@repertoire/core/ports'
import type { ExecutionRequest, ExecutionResult } from '@repertoire/sandbox'
import type { LayerRequest, LayerService, PreparedLayers } from '../layers/layer-service.ts'

export interface LayeredRun {
  readonly request: ScriptRequest
  /** The execution without its packages. */
  readonly job: ExecutionRequest
  /** Called when packages have to be installed first. */
  readonly onInstalling: () => void
  readonly approved: LayerRequest['approved']
}

/**
 * Runs a skill's script with the packages the skill requires. Throws ProblemError `layer.*` when they are
 * not available; the script is never started without them.
 */
export async function runWithLayers(
  layers: LayerService,
  { request, job, onInstalling, approved }: LayeredRun,
  run: (job: ExecutionRequest) => Promise<ExecutionResult>,
): Promise<ExecutionResult> {
  if (request.skill === null) return run(job)
  const needs = readScriptDependencies((path) => textOf(job, path), request.runtime)
  if (needs.python === null && needs.node === null) return run(job)
  const { signal, principal } = request
  let prepared: PreparedLayers
  try {
    const queueKey = queueKeyOf(principal)
    prepared = await layers.prepare({ queueKey, needs, signal, approved, onInstalling })
  } catch (error) {
    if (signal.aborted) return cancelled
    throw error
  }
  try {
    const env = { ...job.env, ...prepared.env }
    return await run({ ...job, env, layers: [...job.layers, ...prepared.layers] })
  } finally {
    prepared.release()
  }
}

/** Result of a script that was cancelled before its packages were installed. */
const cancelled: ExecutionResult = {
  status: 'cancelled',
  exitCode: null,
  stdout: new Uint8Array(),
  stderr: new Uint8Array(),
  outputs: [],
  skipped: [],
  usage: { wallMs: 0, queuedMs: 0, cpuMs: null, peakMemoryBytes: null },
}

function textOf({ files }: ExecutionRequest, wanted: string): string | undefined {
  const found = files.find(({ path }) => path === wanted)
  return found && Buffer.from(found.bytes).toString()
}
