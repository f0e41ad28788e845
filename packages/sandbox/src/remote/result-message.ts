import { z } from 'zod'
import type { ExecutionResult } from '../execution/execution.ts'
import { pathProblem } from '../request/validate-request.ts'
import { bytesOf, type Parts, toContent } from './content.ts'
import { contentSchema, fileSchema, filesOf, toFileMessage } from './file-message.ts'

/** How an execution ended, without its bytes; documented in docs/reference/executor.md. */
const endingFields = {
  status: z.enum([
    ...['ok', 'failed', 'timed-out', 'out-of-memory', 'output-limit'],
    ...['disk-limit', 'too-many-files', 'process-limit', 'cancelled'],
  ] as const),
  exit_code: z.int().nullable(),
  skipped: z.array(z.strictObject({ path: z.string(), why: z.string() })).default([]),
  usage: z.strictObject({
    wall_ms: z.number(),
    queued_ms: z.number().default(0),
    cpu_ms: z.number().nullable().default(null),
    peak_memory_bytes: z.number().nullable().default(null),
  }),
}

export const endingSchema = z.strictObject(endingFields)
export type EndingMessage = z.infer<typeof endingSchema>

/** A whole answer, as JSON or as the part `result`. */
export const resultSchema = z.strictObject({
  ...endingFields,
  stdout: contentSchema.default({ text: '' }),
  stderr: contentSchema.default({ text: '' }),
  outputs: z.array(fileSchema).default([]),
})

export type ResultMessage = z.infer<typeof resultSchema>

/** The name of the part with the JSON. */
export const resultPart = 'result'

export function toEndingMessage({
  status,
  exitCode,
  skipped,
  usage,
}: ExecutionResult): EndingMessage {
  const { wallMs, queuedMs, cpuMs, peakMemoryBytes } = usage
  return {
    ...{ status, exit_code: exitCode },
    skipped: skipped.map(({ path, why }) => ({ path, why })),
    usage: {
      ...{ wall_ms: wallMs, queued_ms: queuedMs, cpu_ms: cpuMs },
      peak_memory_bytes: peakMemoryBytes,
    },
  }
}

/** `inline`: the files are in the JSON, otherwise in parts of their own. */
export function toResultMessage(
  result: ExecutionResult,
  { inline }: { readonly inline: boolean },
): { readonly message: ResultMessage; readonly parts: Parts } {
  const parts = new Map(
    inline ? [] : result.outputs.map(({ bytes }, at) => [`output-${at}`, bytes] as const),
  )
  const message = {
    ...toEndingMessage(result),
    ...{ stdout: toContent(result.stdout), stderr: toContent(result.stderr) },
    outputs: result.outputs.map((file, at) =>
      toFileMessage(file, inline ? toContent(file.bytes) : { part: `output-${at}` }),
    ),
  }
  return { message, parts }
}

/** Without the bytes that the script printed or left. */
export function endingOf({ status, exit_code, skipped, usage }: EndingMessage) {
  return {
    ...{ status, exitCode: exit_code, skipped },
    usage: {
      ...{ wallMs: usage.wall_ms, queuedMs: usage.queued_ms, cpuMs: usage.cpu_ms },
      peakMemoryBytes: usage.peak_memory_bytes,
    },
  }
}

/** Undefined when a part is missing, or when an output has no ordinary path. */
export function resultOf(message: ResultMessage, parts: Parts): ExecutionResult | undefined {
  const outputs = filesOf(message.outputs, parts)
  const stdout = bytesOf(message.stdout, parts)
  const stderr = bytesOf(message.stderr, parts)
  if (!outputs || !stdout || !stderr || !areOutputs(outputs)) return undefined
  return { ...endingOf(message), stdout, stderr, outputs }
}

/** The executor may be anybody's: its outputs have ordinary paths, each once. */
export function areOutputs(outputs: readonly { readonly path: string }[]): boolean {
  const paths = new Set(outputs.map(({ path }) => path))
  return paths.size === outputs.length && outputs.every(({ path }) => pathProblem(path) === null)
}
