import { z } from '@hono/zod-openapi'
import { base64Schema, cursorQuery, pageOf, timestampSchema } from './common.ts'

const runtimeSchema = z.enum(['python', 'node', 'shell'])

export const executionStatusSchema = z
  .enum([
    'queued',
    'installing',
    'running',
    'ok',
    'failed',
    'timed-out',
    'out-of-memory',
    'output-limit',
    'disk-limit',
    'too-many-files',
    'process-limit',
    'cancelled',
    'refused',
    'interrupted',
  ])
  .describe(
    'refused: the sandbox rejected it. interrupted: its process died and it was not run again.',
  )

const outputSchema = z
  .object({ path: z.string(), size: z.number().int().describe('Bytes.'), sha256: z.string() })
  .openapi('ExecutionOutput')

const usageSchema = z.object({
  wall_ms: z.number(),
  queued_ms: z.number(),
  cpu_ms: z.number().nullable(),
  peak_memory_bytes: z.number().nullable(),
})

const executionFields = {
  id: z.string(),
  conversation_id: z.string().nullable(),
  run_id: z.string().nullable(),
  tool_call_id: z.string().nullable(),
  trace_id: z.string(),
  skill: z
    .object({ id: z.string(), slug: z.string(), digest: z.string() })
    .nullable()
    .describe('The skill of the script; null for a command.'),
  runtime: runtimeSchema,
  entry: z.string().describe('Path of the script in the skill, or the text of a command.'),
  args: z.array(z.string()),
  status: executionStatusSchema,
  exit_code: z.number().int().nullable(),
  outputs: z.array(outputSchema),
  skipped: z
    .array(z.object({ path: z.string(), why: z.string() }))
    .describe('Files that were not kept.'),
  usage: usageSchema.nullable(),
  started_at: timestampSchema,
  finished_at: timestampSchema.nullable(),
}

export const executionSummarySchema = z.object(executionFields).openapi('ExecutionSummary')

export const executionSchema = z
  .object({
    ...executionFields,
    stdout: z.string().describe('Only the end of long output. Secrets of the skill are redacted.'),
    stderr: z.string(),
  })
  .openapi('Execution')

export const executionPageSchema = pageOf(executionSummarySchema).openapi('ExecutionPage')

export const executionListQuery = z.object({
  conversation_id: z.string().max(100).optional(),
  skill_id: z.string().max(100).optional(),
  status: executionStatusSchema.optional(),
  ...cursorQuery,
})

export const executionStartSchema = z
  .strictObject({
    skill_id: z.string().min(1).max(100),
    script: z.string().min(1).max(1000).describe('Path in the skill, or its name in scripts/.'),
    args: z
      .union([z.string().max(100_000), z.array(z.string().max(20_000)).max(500)])
      .optional()
      .describe('One line, split at spaces outside of quotes, or a list.'),
    stdin: z.string().max(1_000_000).optional(),
  })
  .openapi('ExecutionStart')

export const executionOutputQuery = z.object({ path: z.string().min(1).max(2048) })

/** Events of an execution's stream. */
export const executionEventSchema = z
  .discriminatedUnion('event', [
    z.object({
      event: z.literal('state'),
      data: z
        .object({ status: z.enum(['queued', 'installing', 'running']) })
        .describe('Sent first and on every change. installing: dependencies are being installed.'),
    }),
    z.object({
      event: z.literal('output'),
      data: z.object({ stream: z.enum(['stdout', 'stderr']), text: z.string() }),
    }),
    z.object({ event: z.literal('end'), data: executionSchema }),
  ])
  .openapi('ExecutionEvent')

export const sandboxHealthSchema = z
  .object({
    backend: z.string(),
    available: z.boolean(),
    reason: z.string().describe('What is missing and how to install it, when unavailable.'),
    runtimes: z.array(z.object({ runtime: runtimeSchema, version: z.string().nullable() })),
    running: z.number().int(),
    queued: z.number().int(),
    warm: z.number().int(),
  })
  .openapi('SandboxHealth')

const sandboxPath = z.string().max(4_096)
const asText = { text: z.string().describe('The bytes as UTF-8 text.') }
const asBase64 = { base64: base64Schema.describe('The bytes as base64.') }
const sandboxContentSchema = z.union(
  [z.strictObject(asText), z.strictObject(asBase64)],
  'needs exactly one of text and base64',
)
/** Of a result: one of the two. */
const contentFields = { text: asText.text.optional(), base64: asBase64.base64.optional() }
const fileFields = { path: sandboxPath, executable: z.boolean().default(false) }
const sandboxFileSchema = z
  .union(
    [z.strictObject({ ...fileFields, ...asText }), z.strictObject({ ...fileFields, ...asBase64 })],
    'needs a path, and exactly one of text and base64',
  )
  .openapi('SandboxFile')
const atLeastOne = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional()

/** The message of `POST /sandbox/execute`, in the JSON that an executor takes (docs/reference/executor.md). */
export const sandboxExecuteSchema = z
  .strictObject({
    runtime: runtimeSchema,
    entry: sandboxPath.describe('The script: a path among the files.'),
    args: z.array(z.string()).max(100_000).default([]),
    stdin: sandboxContentSchema.default({ text: '' }),
    files: z.array(sandboxFileSchema).max(100_000).describe('Read-only.'),
    workspace: z
      .array(sandboxFileSchema)
      .max(100_000)
      .default([])
      .describe('Writable: the working folder.'),
    env: z.record(z.string(), z.string()).default({}),
    layers: z
      .array(z.strictObject({ host_path: sandboxPath, at: sandboxPath }))
      .max(0, 'this server mounts none of its folders')
      .default([])
      .describe('Empty: this server mounts none of its folders.'),
    limits: z
      .strictObject({
        wall_ms: atLeastOne.describe('10,000 by default.'),
        cpu_seconds: atLeastOne,
        memory_bytes: atLeastOne,
        processes: atLeastOne,
        open_files: atLeastOne,
        file_bytes: atLeastOne,
        workspace_bytes: atLeastOne,
        workspace_entries: atLeastOne,
        output_bytes: atLeastOne,
      })
      .default({})
      .describe('Never above those of the server, which are the default.'),
    queue_key: z
      .string()
      .max(1_000)
      .default('')
      .describe('Ignored: executions take turns by organisation and person.'),
  })
  .openapi('SandboxExecute')

export const sandboxResultSchema = z
  .object({
    status: executionStatusSchema.exclude([
      ...['queued', 'installing', 'running', 'refused', 'interrupted'],
    ] as const),
    exit_code: z.number().int().nullable(),
    stdout: z.object(contentFields),
    stderr: z.object(contentFields),
    outputs: z
      .array(z.object({ path: z.string(), executable: z.boolean(), ...contentFields }))
      .describe('New and changed files of the working folder.'),
    skipped: z
      .array(z.object({ path: z.string(), why: z.string() }))
      .describe('Files that do not come back.'),
    usage: usageSchema,
  })
  .openapi('SandboxResult')

export const skillSecretSchema = z
  .object({ name: z.string(), updated_at: timestampSchema, updated_by: z.string() })
  .openapi('SkillSecret')

export const skillSecretListSchema = z
  .object({ items: z.array(skillSecretSchema) })
  .openapi('SkillSecretList')

export const skillSecretPutSchema = z
  .strictObject({ value: z.string().max(20_000).describe('Write-only.') })
  .openapi('SkillSecretPut')

export type ExecutionBody = z.infer<typeof executionSchema>
export type ExecutionSummary = z.infer<typeof executionSummarySchema>
export type ExecutionPage = z.infer<typeof executionPageSchema>
export type ExecutionStart = z.infer<typeof executionStartSchema>
export type ExecutionEvent = z.infer<typeof executionEventSchema>
export type SandboxExecuteBody = z.output<typeof sandboxExecuteSchema>
export type SandboxExecute = z.input<typeof sandboxExecuteSchema>
export type SandboxResultBody = z.infer<typeof sandboxResultSchema>
export type SandboxHealthBody = z.infer<typeof sandboxHealthSchema>
export type SkillSecretBody = z.infer<typeof skillSecretSchema>
export type SkillSecretList = z.infer<typeof skillSecretListSchema>
