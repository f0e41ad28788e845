import { z } from 'zod'
import { defaultLimits } from '../execution/default-limits.ts'
import { type ExecutionLimits, type ExecutionRequest, runtimes } from '../execution/execution.ts'
import { bytesOf, type Parts, toContent } from './content.ts'
import { contentSchema, fileSchema, filesOf, toFileMessage } from './file-message.ts'

const path = z.string().max(4_096)
const positive = z.int().min(1)

const limitsSchema = z.strictObject({
  wall_ms: positive.default(defaultLimits.wallMs),
  cpu_seconds: positive.default(defaultLimits.cpuSeconds),
  memory_bytes: positive.default(defaultLimits.memoryBytes),
  processes: positive.default(defaultLimits.processes),
  open_files: positive.default(defaultLimits.openFiles),
  file_bytes: positive.default(defaultLimits.fileBytes),
  workspace_bytes: positive.default(defaultLimits.workspaceBytes),
  workspace_entries: positive.default(defaultLimits.workspaceEntries),
  output_bytes: positive.default(defaultLimits.outputBytes),
})

/** The body of `POST /sandbox/execute`, or its part `request`; documented in docs/reference/executor.md. */
export const requestSchema = z.strictObject({
  runtime: z.enum(runtimes),
  entry: path,
  args: z.array(z.string()).max(100_000).default([]),
  stdin: contentSchema.default({ text: '' }),
  files: z.array(fileSchema).max(100_000),
  workspace: z.array(fileSchema).max(100_000).default([]),
  env: z.record(z.string(), z.string()).default({}),
  layers: z
    .array(z.strictObject({ host_path: path, at: path }))
    .max(64)
    .default([]),
  limits: limitsSchema.prefault({}),
  queue_key: z.string().max(1_000).default(''),
})

export type RequestMessage = z.infer<typeof requestSchema>

/** The name of the part with the JSON. */
export const requestPart = 'request'

/** Below this, everything is in one JSON message. */
const maxInlineBytes = 64 * 1024

/** The message, and the bytes that are too much for JSON as parts. */
export function toRequestMessage(request: ExecutionRequest): {
  readonly message: RequestMessage
  readonly parts: Parts
} {
  const { runtime, entry, args, env, layers, limits, queueKey, files, workspace, stdin } = request
  const parts = new Map<string, Uint8Array>()
  const total = [stdin, ...[...files, ...workspace].map(({ bytes }) => bytes)]
  const isInline = total.reduce((sum, { length }) => sum + length, 0) <= maxInlineBytes
  const contentOf = (bytes: Uint8Array) => {
    if (isInline) return toContent(bytes)
    const part = `bytes-${parts.size}`
    parts.set(part, bytes)
    return { part }
  }
  const message: RequestMessage = {
    ...{ runtime, entry, env, args: [...args], stdin: contentOf(stdin) },
    files: files.map((file) => toFileMessage(file, contentOf(file.bytes))),
    workspace: workspace.map((file) => toFileMessage(file, contentOf(file.bytes))),
    layers: layers.map(({ hostPath, at }) => ({ host_path: hostPath, at })),
    limits: toLimitsMessage(limits),
    queue_key: queueKey,
  }
  return { message, parts }
}

/** Undefined when a part that it names is missing. */
export function requestOf(message: RequestMessage, parts: Parts): ExecutionRequest | undefined {
  const { runtime, entry, args, env, layers, limits, queue_key } = message
  const stdin = bytesOf(message.stdin, parts)
  const files = filesOf(message.files, parts)
  const workspace = filesOf(message.workspace, parts)
  if (!stdin || !files || !workspace) return undefined
  return {
    ...{ runtime, entry, args, env, stdin, files, workspace, queueKey: queue_key },
    layers: layers.map(({ host_path, at }) => ({ hostPath: host_path, at })),
    limits: limitsOf(limits),
  }
}

type LimitsMessage = RequestMessage['limits']

function toLimitsMessage(limits: ExecutionLimits): LimitsMessage {
  return {
    ...{ wall_ms: limits.wallMs, cpu_seconds: limits.cpuSeconds, processes: limits.processes },
    ...{ memory_bytes: limits.memoryBytes, open_files: limits.openFiles },
    ...{ file_bytes: limits.fileBytes, workspace_bytes: limits.workspaceBytes },
    ...{ workspace_entries: limits.workspaceEntries, output_bytes: limits.outputBytes },
  }
}

function limitsOf(limits: LimitsMessage): ExecutionLimits {
  return {
    ...{ wallMs: limits.wall_ms, cpuSeconds: limits.cpu_seconds, processes: limits.processes },
    ...{ memoryBytes: limits.memory_bytes, openFiles: limits.open_files },
    ...{ fileBytes: limits.file_bytes, workspaceBytes: limits.workspace_bytes },
    ...{ workspaceEntries: limits.workspace_entries, outputBytes: limits.output_bytes },
  }
}
