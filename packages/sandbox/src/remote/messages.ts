import { z } from 'zod'
import {
  type ExecutionRefusalCode,
  type ExecutionRequest,
  type ExecutionResult,
  runtimes,
  SandboxRefusal,
} from '../execution/execution.ts'

/** The media type of requests and responses. Browsers do not send it cross-origin without a preflight. */
export const mediaType = 'application/vnd.repertoire.execution'

const path = z.string().max(4_096)
const count = z.int().min(0)
const positiveInteger = z.int().min(1)
const entry = z.strictObject({ path, executable: z.boolean() })

/** The request header; standard input, `files` and `workspace` follow as bytes, in this order. */
export const requestHeaderSchema = z.strictObject({
  runtime: z.enum(runtimes),
  entry: path,
  args: z.array(z.string()).max(100_000),
  files: z.array(entry).max(100_000),
  workspace: z.array(entry).max(100_000),
  env: z.record(z.string(), z.string()),
  layers: z.array(z.strictObject({ hostPath: path, at: path })).max(64),
  limits: z.strictObject({
    wallMs: positiveInteger,
    cpuSeconds: positiveInteger,
    memoryBytes: positiveInteger,
    processes: positiveInteger,
    openFiles: positiveInteger,
    fileBytes: positiveInteger,
    workspaceBytes: positiveInteger,
    workspaceEntries: positiveInteger,
    outputBytes: positiveInteger,
  }),
  queueKey: z.string().max(1_000),
})

export type RequestHeader = z.infer<typeof requestHeaderSchema>

/** The result header; the bytes of `outputs` follow. The output streams were sent during the run. */
export const resultHeaderSchema = z.strictObject({
  status: z.enum([
    'ok',
    'failed',
    'timed-out',
    'out-of-memory',
    'output-limit',
    'disk-limit',
    'cancelled',
  ]),
  exitCode: z.int().nullable(),
  outputs: z.array(entry),
  skipped: z.array(z.strictObject({ path: z.string(), why: z.string() })),
  usage: z.strictObject({
    wallMs: z.number(),
    queuedMs: z.number(),
    cpuMs: z.number().nullable(),
    peakMemoryBytes: z.number().nullable(),
  }),
})

export type ResultHeader = z.infer<typeof resultHeaderSchema>

/** Rejections by the sandbox, and by the executor itself. */
export const refusalCodes = [
  'sandbox.unavailable',
  'sandbox.runtime-missing',
  'sandbox.bad-request',
  'sandbox.queue-full',
  'sandbox.stopping',
  'executor.unauthorized',
] as const

export const refusalSchema = z.object({
  code: z.enum(refusalCodes),
  message: z.string(),
  retry_after_seconds: z.number().optional(),
})

export type RefusalMessage = z.infer<typeof refusalSchema>

export const healthSchema = z.object({
  backend: z.string(),
  available: z.boolean(),
  reason: z.string(),
  runtimes: z.array(z.object({ runtime: z.enum(runtimes), version: z.string().nullable() })),
  running: count,
  queued: count,
  warm: count,
})

/** The HTTP status of a rejection before the response has started. */
export const refusalStatus: Readonly<Record<ExecutionRefusalCode, number>> = {
  'sandbox.bad-request': 400,
  'sandbox.runtime-missing': 409,
  'sandbox.queue-full': 429,
  'sandbox.unavailable': 503,
  'sandbox.stopping': 503,
}

export function refusalMessage(refusal: SandboxRefusal): RefusalMessage {
  const { code, message, retryAfterSeconds } = refusal
  const after = retryAfterSeconds === undefined ? {} : { retry_after_seconds: retryAfterSeconds }
  return { code, message, ...after }
}

export function refusalOf({ code, message, retry_after_seconds }: RefusalMessage): SandboxRefusal {
  if (code !== 'executor.unauthorized')
    return new SandboxRefusal(code, message, retry_after_seconds)
  return new SandboxRefusal('sandbox.unavailable', message)
}

export function requestHeader(request: ExecutionRequest): RequestHeader {
  const { runtime, entry, args, env, layers, limits, queueKey } = request
  return {
    ...{ runtime, entry, env, limits, queueKey },
    args: [...args],
    layers: layers.map(({ hostPath, at }) => ({ hostPath, at })),
    files: request.files.map(withoutBytes),
    workspace: request.workspace.map(withoutBytes),
  }
}

/** Undefined when the number of byte frames does not match the header. */
export function requestOf(
  header: RequestHeader,
  pieces: readonly Uint8Array[],
): ExecutionRequest | undefined {
  const [stdin, ...rest] = pieces
  const { files, workspace } = header
  if (!stdin || rest.length !== files.length + workspace.length) return undefined
  const withBytes = (file: (typeof files)[number], at: number) => ({
    ...file,
    bytes: rest[at] as Uint8Array,
  })
  return {
    ...header,
    stdin,
    files: files.map(withBytes),
    workspace: workspace.map((file, index) => withBytes(file, files.length + index)),
  }
}

export function resultHeader(result: ExecutionResult): ResultHeader {
  const { status, exitCode, skipped, usage } = result
  const { wallMs, queuedMs, cpuMs, peakMemoryBytes } = usage
  return {
    ...{ status, exitCode },
    usage: { wallMs, queuedMs, cpuMs, peakMemoryBytes },
    skipped: skipped.map(({ path, why }) => ({ path, why })),
    outputs: result.outputs.map(withoutBytes),
  }
}

function withoutBytes({ path, executable }: { path: string; executable: boolean }) {
  return { path, executable }
}
