import { z } from '@hono/zod-openapi'
import { cursorQuery, pageOf, timestampSchema } from './common.ts'

export const auditEntrySchema = z
  .object({
    seq: z.number().int().openapi({ description: 'Place in the chain of the organisation.' }),
    id: z.string(),
    at: timestampSchema,
    actor: z.string().nullable(),
    credential_id: z
      .string()
      .nullable()
      .openapi({ description: 'Id of the API key or of the login; null where none was used.' }),
    address: z.string().nullable().openapi({ description: 'Address of the peer.' }),
    action: z.string(),
    target: z.string(),
    trace_id: z.string().nullable(),
    details: z.record(z.string(), z.unknown()),
    hash: z.string().openapi({
      description:
        'SHA-256 in hex over the previous hash, a line feed, and this entry without `hash` as JSON with sorted fields.',
    }),
  })
  .openapi('AuditEntry')

export const auditPageSchema = pageOf(auditEntrySchema).openapi('AuditPage')

export const auditListQuery = z.object({
  action: z.string().max(100).optional(),
  target: z.string().max(200).optional(),
  trace_id: z.string().max(64).optional(),
  actor: z.string().max(100).optional().describe('Id of a member.'),
  kind: z
    .string()
    .max(60)
    .regex(/^[a-z]+(-[a-z]+)*$/)
    .optional()
    .describe('The noun with which an action begins: `skill`, `approval`.'),
  from: timestampSchema.optional().describe('Only entries at this time or later.'),
  to: timestampSchema.optional().describe('Only entries before this time.'),
  ...cursorQuery,
})

const chainPointSchema = z.object({ seq: z.number().int(), hash: z.string() })

const auditCheckpointSchema = z
  .object({
    removed: z.number().int(),
    hash: z.string(),
    at: timestampSchema.nullable(),
    days: z.number().int().nullable().openapi({
      description: 'How long entries were kept; null: removed before checkpoints existed.',
    }),
    unproved: z.number().int().openapi({
      description:
        'So many of them, the oldest, have no valid signature that speaks for their removal.',
    }),
    signature: z.string().nullable().openapi({
      description: 'Ed25519 in base64url; null where the server had no secret key.',
    }),
  })
  .openapi('AuditCheckpoint', {
    description: 'What retention left in place of the entries that it removed.',
  })

/** The first line of an export; the others are entries. */
export const auditExportHeaderSchema = z
  .object({
    organisation: z.string(),
    exported_at: timestampSchema,
    before: chainPointSchema,
    last: chainPointSchema,
    head: chainPointSchema,
    is_from_oldest: z.boolean(),
    checkpoint: auditCheckpointSchema.nullable().openapi({
      description: 'Null where retention removed nothing.',
    }),
    checkpoint_key: z.string().nullable().openapi({
      description:
        'The key of this server that checkpoints are checked with: Ed25519, SPKI in base64url. Null: it has none, so its checkpoints are not signed.',
    }),
  })
  .openapi('AuditExportHeader')

export const auditExportQuery = z.object({
  from: timestampSchema.optional().openapi({ description: 'Entries at this time or later.' }),
  to: timestampSchema.optional().openapi({ description: 'Entries before this time.' }),
})

export type AuditEntryBody = z.infer<typeof auditEntrySchema>
export type AuditExportHeader = z.infer<typeof auditExportHeaderSchema>
export type AuditPage = z.infer<typeof auditPageSchema>
