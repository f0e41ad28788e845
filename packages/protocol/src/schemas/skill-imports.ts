import { z } from '@hono/zod-openapi'
import {
  acknowledgedInput,
  acknowledgedManyInput,
  base64Schema,
  diagnosticSchema,
} from './common.ts'
import { scopeSchema, skillSummarySchema, sourceInputs, toolListSchema } from './skills.ts'

const source = z
  .strictObject(sourceInputs)
  .optional()
  .describe(
    'Where the skills were taken from. It is recorded, never fetched. A slug that a skill of another owner, registry or host has gets this owner in front: `acme/postgres` becomes `acme-postgres`.',
  )
const overwrite = z
  .boolean()
  .default(false)
  .describe('Replace skills of other origins that have the same slug.')

/** One skill of an import: its folder's files, SKILL.md among them. */
export const importItemSchema = z.strictObject({
  path: z.string().min(1).max(1000).describe('Path relative to the imported folder.'),
  files: z
    .array(
      z.strictObject({
        path: z.string().min(1).max(1000).describe('Relative to the skill folder.'),
        content_base64: base64Schema,
        executable: z.boolean().default(false),
      }),
    )
    .min(1)
    .max(2000),
  base_digest: z
    .string()
    .regex(/^sha256:[0-9a-f]{64}$/)
    .optional()
    .describe(
      'The revision that it was made from. When somebody else has saved another one since, it is refused (`skill.stale`).',
    ),
})

export const importRequestSchema = z
  .strictObject({
    scope: scopeSchema.default('org'),
    source,
    overwrite,
    refuse_older: z
      .boolean()
      .default(false)
      .describe(
        'Refuse content that a skill had before, where somebody else saved what it has now (`skill.older-revision`).',
      ),
    reason: z.string().max(500).default('').describe('Why; kept with each new revision.'),
    acknowledged_findings: acknowledgedManyInput,
    items: z.array(importItemSchema).min(1).max(50),
  })
  .openapi('ImportRequest')

export const importResultSchema = z
  .object({
    path: z.string(),
    status: z.enum(['created', 'updated', 'unchanged', 'refused']),
    skill: skillSummarySchema.optional(),
    repaired: z.boolean(),
    problem: z
      .object({
        code: z.string(),
        message: z.string(),
        hint: z.string().optional(),
        details: z
          .record(z.string(), z.unknown())
          .optional()
          .describe('With `skill.findings-unacknowledged`: the digest and the findings.'),
      })
      .optional(),
    diagnostics: z.array(diagnosticSchema),
  })
  .openapi('ImportResult')

export const importResponseSchema = z
  .object({ results: z.array(importResultSchema) })
  .openapi('ImportResponse')

/** SKILL.md of skills to import, sent before their other files. */
export const importReviewRequestSchema = z
  .strictObject({
    scope: scopeSchema.default('org'),
    source,
    overwrite,
    items: z
      .array(
        z.strictObject({
          path: z.string().min(1).max(1000).describe('Path as in the import.'),
          skill_md_base64: base64Schema,
          file_paths: z
            .array(z.string().min(1).max(1000))
            .max(5000)
            .optional()
            .describe(
              'Paths of all files of the skill: the answer then names those that would go away.',
            ),
        }),
      )
      .min(1)
      .max(50),
  })
  .openapi('ImportReviewRequest')

/** What an import would do with one skill. */
export const importReviewSchema = z
  .object({
    path: z.string(),
    skill: z
      .object({
        slug: z.string(),
        name: z.string(),
        description: z.string(),
        allowed_tools: toolListSchema,
        context_fork: z.boolean().describe('Runs in a sub-agent.'),
        content_hash: z.string().describe('Hash of its SKILL.md.'),
        has_hooks: z.boolean().describe('Declares hooks for other clients; never run here.'),
      })
      .optional()
      .describe('Absent when it would be rejected.'),
    replaces: skillSummarySchema
      .optional()
      .describe('The skill that would get a new revision; absent for a new skill.'),
    kept_beside: skillSummarySchema
      .optional()
      .describe('The skill of another origin that has the slug of the file, and keeps it.'),
    problem: z
      .object({ code: z.string(), message: z.string(), hint: z.string().optional() })
      .optional()
      .describe('Why it would be rejected.'),
    diagnostics: z.array(diagnosticSchema),
  })
  .openapi('ImportReview')

export const importReviewResponseSchema = z
  .object({ results: z.array(importReviewSchema) })
  .openapi('ImportReviewResponse')

export const packageImportQuery = z.object({
  scope: scopeSchema.optional().describe('Default: org. May be in the form instead.'),
  filename: z
    .string()
    .min(1)
    .max(400)
    .optional()
    .describe('Name of the file, the fallback for the skill name. A form has its own.'),
  ...sourceInputs,
  acknowledged_findings: acknowledgedInput,
  overwrite: z
    .enum(['true', 'false'])
    .optional()
    .describe('true: replace a skill of another origin that has the same slug.'),
})

/** Outcome of importing one skill as a file. */
export const importedPackageSchema = z
  .object({
    status: z.enum(['created', 'updated', 'unchanged']),
    skill: skillSummarySchema,
    repaired: z.boolean(),
    diagnostics: z.array(diagnosticSchema),
  })
  .openapi('ImportedSkill')

/** Where skills were taken from, as an import states it. */
export type ImportSource = z.infer<z.ZodObject<typeof sourceInputs>>
export type ImportRequest = z.input<typeof importRequestSchema>
export type ImportResult = z.infer<typeof importResultSchema>
export type ImportReviewRequest = z.input<typeof importReviewRequestSchema>
export type ImportReview = z.infer<typeof importReviewSchema>
export type ImportReviewResponse = z.infer<typeof importReviewResponseSchema>
export type ImportResponse = z.infer<typeof importResponseSchema>
export type ImportedPackage = z.infer<typeof importedPackageSchema>
