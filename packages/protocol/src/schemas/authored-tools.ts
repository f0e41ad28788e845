import { z } from '@hono/zod-openapi'
import { cursorQuery, pageOf, pathNumber, timestampSchema } from './common.ts'
import { acceptReadOnly, acceptsReadOnly } from './read-only.ts'

const kind = z.enum(['tool', 'library'])

const problemBrief = z
  .object({ code: z.string(), message: z.string(), hint: z.string().optional() })
  .describe('Why it cannot be run now.')

const versionFields = {
  number: z.number().int(),
  digest: z.string(),
  description: z.string().describe('Written by the agent. Untrusted text.'),
  parameters: z
    .record(z.string(), z.unknown())
    .nullable()
    .describe('JSON Schema of the input of a tool; null for a library.'),
  requires: z.array(z.string()).describe('Names of the libraries the code requires directly.'),
  reason: z.string(),
  author: z.enum(['agent', 'user']).describe('user: a person restored it.'),
  trusted: z.boolean().describe('Written in a conversation without untrusted external content.'),
  created_at: timestampSchema,
}

export const authoredVersionHeadSchema = z.object(versionFields).openapi('AuthoredVersionHead')

export const authoredVersionSchema = z
  .object({ ...versionFields, code: z.string().describe('JavaScript. Untrusted.') })
  .openapi('AuthoredVersion')

const toolFields = {
  id: z.string(),
  kind,
  name: z.string(),
  owner: z.string(),
  owner_name: z.string().nullable(),
  enabled: z.boolean(),
  status: z
    .enum(['approved', 'unapproved', 'broken'])
    .describe(
      'approved: a person approved exactly this code and its libraries. unapproved: the first run requests an approval. broken: a required library is missing. Libraries are never run by themselves; for them approved means complete.',
    ),
  problem: problemBrief.nullable(),
  created_at: timestampSchema,
  updated_at: timestampSchema,
  deleted_at: timestampSchema.nullable(),
}

export const authoredToolSummarySchema = z
  .object({ ...toolFields, head: authoredVersionHeadSchema })
  .openapi('AuthoredToolSummary')

export const authoredToolSchema = z
  .object({
    ...toolFields,
    head: authoredVersionSchema,
    closure_digest: z
      .string()
      .nullable()
      .describe('Digest of the tool and its libraries, for POST …/approve; null when broken.'),
    libraries: z
      .array(z.object({ id: z.string(), name: z.string(), version: z.number().int() }))
      .describe('All libraries it depends on, transitively, by name.'),
    used_by: z
      .array(z.string())
      .describe('Names of the tools and libraries that require this library directly.'),
    versions: z.array(authoredVersionHeadSchema).describe('Newest first.'),
  })
  .openapi('AuthoredTool')

export const authoredToolPageSchema = pageOf(authoredToolSummarySchema).openapi('AuthoredToolPage')

const flag = z.enum(['true', 'false']).optional()

export const authoredToolQuery = z.object({
  kind: kind.optional(),
  everyone: flag.describe('true: those of all people, for owners and admins.'),
  deleted: flag.describe('true: deleted ones that can be restored.'),
  ...cursorQuery,
})

export const authoredVersionParam = z.object({
  id: z.string().min(1).max(100),
  number: pathNumber(1, 1_000_000),
})

export const authoredToolUpdateSchema = acceptReadOnly(
  { enabled: z.boolean() },
  authoredToolSchema,
).openapi('AuthoredToolUpdate', acceptsReadOnly)

export const authoredRestoreSchema = z
  .strictObject({ reason: z.string().trim().max(1000).default('') })
  .openapi('AuthoredRestore')

export const authoredApprovalSchema = z
  .strictObject({ digest: z.string().max(100).describe('closure_digest of the reviewed code.') })
  .openapi('AuthoredApproval')

export type AuthoredToolSummary = z.infer<typeof authoredToolSummarySchema>
export type AuthoredToolBody = z.infer<typeof authoredToolSchema>
export type AuthoredToolPage = z.infer<typeof authoredToolPageSchema>
export type AuthoredVersionHeadBody = z.infer<typeof authoredVersionHeadSchema>
export type AuthoredVersionBody = z.infer<typeof authoredVersionSchema>
