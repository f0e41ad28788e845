import { z } from '@hono/zod-openapi'
import { nonBlank, timestampSchema } from './common.ts'

export const digestSchema = z.string().regex(/^sha256:[0-9a-f]{64}$/)
export const scanVerdictSchema = z
  .enum(['clean', 'notice', 'review', 'blocked', 'incomplete'])
  .openapi('ScanVerdict')
export const severitySchema = z.enum(['info', 'low', 'medium', 'high', 'critical'])
export const licenceDecisionSchema = z.enum(['allowed', 'ask', 'refused'])
export const signatureStatusSchema = z.enum(['unsigned', 'good', 'untrusted', 'broken'])

export const scanFindingSchema = z
  .object({
    rule: z.string(),
    severity: severitySchema.describe('What it counts with here.'),
    scanner_severity: severitySchema.describe(
      'What the scanner says; another one where the settings set a severity for the rule.',
    ),
    path: z.string(),
    line: z.number().int(),
    column: z.number().int(),
    excerpt: z.string().describe('With invisible characters spelled out.'),
    match: z
      .string()
      .describe('Names the whole text of the match; empty where it is too long to be suppressed.'),
    message: z.string(),
    attack: z.string().describe('What an attacker would do with it.'),
    fix: z.string(),
  })
  .openapi('ScanFinding')

const suppressionSchema = z
  .object({
    id: z.string(),
    skill_id: z.string().nullable().describe('Null for an arrival that is no skill yet.'),
    arrival_id: z.string().nullable().describe('The arrival that it was made on.'),
    slug: z.string(),
    rule: z.string(),
    severity: severitySchema,
    match: z.string(),
    path: z.string(),
    excerpt: z.string(),
    reason: z.string(),
    by: z.string(),
    by_name: z.string().nullable().describe('Null for a former member.'),
    at: timestampSchema,
  })
  .openapi('Suppression')

/** What is known of a content, apart from what people decided. */
export const trustReportSchema = z
  .object({
    ruleset: z.string(),
    verdict: scanVerdictSchema,
    findings: z.array(scanFindingSchema),
    suppressed: z
      .array(z.object({ finding: scanFindingSchema, suppression: suppressionSchema }))
      .describe('Findings that do not count for this skill, because somebody said so.'),
    lifted: z
      .object({
        by: z.string(),
        by_name: z.string().nullable().describe('Null for a former member.'),
        reason: z.string(),
        at: timestampSchema,
      })
      .nullable()
      .describe('The owner who said that these findings, in these bytes, are wrong or taken.'),
    unscanned: z.array(z.object({ path: z.string(), reason: z.string() })),
    licence: z.object({
      status: z.enum(['known', 'none', 'unknown', 'conflict', 'proprietary']),
      expression: z.string().nullable(),
      decision: licenceDecisionSchema,
      reason: z.string(),
      evidence: z.array(
        z.object({
          path: z.string(),
          kind: z.enum(['frontmatter', 'file', 'header', 'registry']),
          expression: z.string().nullable(),
          score: z.number(),
          text_sha256: z.string(),
        }),
      ),
    }),
    signature: z.object({
      status: signatureStatusSchema,
      signer: z.string().nullable(),
      detail: z.string(),
    }),
  })
  .openapi('TrustReport')

/** What a skill asks of its host. */
export const requestedPermissionsSchema = z
  .object({
    tools: z.array(z.string()),
    hooks: z.array(z.string()),
    scripts: z.array(z.string()),
    hosts: z.array(z.string()),
    env: z.array(z.string()),
  })
  .openapi('RequestedPermissions')

export const suppressionListSchema = z
  .object({ items: z.array(suppressionSchema) })
  .openapi('SuppressionList')
export const suppressionQuery = z.object({ skill_id: z.string().max(100).optional() })
export const suppressionCreateSchema = z
  .strictObject({
    skill_id: z.string().max(100).optional(),
    arrival_id: z.string().max(100).optional().describe('This, or `skill_id`.'),
    rule: nonBlank(200),
    match: z
      .string()
      .max(100)
      .optional()
      .describe('Of the finding that is meant; left out, all of the rule.'),
    reason: nonBlank(1000).describe('Why it is wrong, or taken.'),
  })
  .refine((body) => (body.skill_id === undefined) !== (body.arrival_id === undefined), {
    path: ['skill_id'],
    message:
      'A suppression holds for one skill: give either skill_id or, for what waits for a review, arrival_id.',
  })
  .openapi('SuppressionCreate', {
    oneOf: [{ required: ['skill_id'] }, { required: ['arrival_id'] }],
  })

export type TrustReportBody = z.infer<typeof trustReportSchema>
export type ScanFindingBody = z.infer<typeof scanFindingSchema>
export type RequestedPermissionsBody = z.infer<typeof requestedPermissionsSchema>
export type SuppressionBody = z.infer<typeof suppressionSchema>
export type SuppressionList = z.infer<typeof suppressionListSchema>
export type SuppressionCreate = z.input<typeof suppressionCreateSchema>
