import { z } from '@hono/zod-openapi'

const points = z.number().int().min(0).max(1_000)
const slots = z.number().int().min(0).max(50)

/** Points of each routing signal. */
export const scoreTableSchema = z
  .strictObject({
    keyword: points.describe('Points per keyword of the skill in the message.'),
    keyword_cap: points.describe('Maximum points for keywords.'),
    stage: points,
    asset_class: points,
    co_activate: points,
    signal_source: points,
  })
  .openapi('ScoreTable')

/** How skills are routed to a turn. */
export const routingPreferencesSchema = z
  .strictObject({
    vocabularies: z
      .array(z.string().min(1).max(64))
      .max(20)
      .describe('Names of the vocabularies used to read messages.'),
    signal_slots: slots.describe(
      'Catalogue lines for the top skills by score; lines that stay empty go to search.',
    ),
    search_slots: slots.describe(
      'Catalogue lines for the top skills by search; lines that stay empty go to skills by score.',
    ),
    search_breaks_ties: z
      .boolean()
      .describe(
        'Order skills of equal points and priority by search score, and skills without points by search score first; otherwise by priority, then slug.',
      ),
    table: scoreTableSchema.partial().optional().describe('Overrides of the default score table.'),
  })
  .openapi('RoutingPreferences')

/** Absent fields stay unchanged; a table replaces the previous one. */
export const routingUpdateSchema = routingPreferencesSchema.partial().openapi('RoutingUpdate')

const stageName = z.string().min(1).max(100)

export const routingQuestionSchema = z
  .strictObject({
    message: z.string().max(20_000).describe('As a person would write it.'),
    agent_id: z
      .string()
      .min(1)
      .max(100)
      .optional()
      .describe('Absent: the organisation’s settings.'),
    skill: z.string().min(1).max(200).optional().describe('Slug of a skill to explain.'),
    signal: z
      .strictObject({
        source: z.enum(['cron', 'webhook']),
        asset_class: stageName.optional(),
        suggested_stages: z.array(stageName).max(20).default([]),
      })
      .optional()
      .describe('Simulates a turn started by this trigger.'),
  })
  .openapi('RoutingQuestion')

const reasons = z
  .array(z.string())
  .describe('kw:buy, stage:decide, asset:…, signal:cron, co:slug, search, fallback:50.')
const words = z.array(z.string()).describe('Words of the message that search matched.')

/** A skill in the catalogue of a turn. */
export const catalogueEntrySchema = z
  .object({
    id: z.string(),
    slug: z.string(),
    name: z.string(),
    description: z.string(),
    score: z.number(),
    fallback: z.number().describe('100 minus the priority; orders equal scores.'),
    search_score: z.number().describe('0 when search does not match it.'),
    slot: z.enum(['signal', 'search', 'fallback']),
    reasons,
    words,
  })
  .openapi('CatalogueEntry')

export const routingAnswerSchema = z
  .object({
    entries: z.array(catalogueEntrySchema),
    fits: z
      .boolean()
      .describe(
        'False when nothing in the message surely speaks for an entry; they are then the nearest.',
      ),
    eligible: z.number().int().describe('Number of skills eligible for this turn.'),
    suppressed: z
      .array(z.object({ slug: z.string(), by: z.string() }))
      .describe('Left out as near-duplicates of an entry.'),
    stages: z.array(z.string()),
    asset_classes: z.array(z.string()),
    routed: z
      .boolean()
      .describe('Whether an agent with these settings has the toolset with the catalogue.'),
    preferences: z.strictObject({ ...routingPreferencesSchema.shape, table: scoreTableSchema }),
    skill: z
      .object({
        slug: z.string(),
        name: z.string(),
        decision: z.enum(['offered', 'not-offered']),
        why: z
          .enum([
            'switched-off',
            'archived',
            'no-description',
            'manual-only',
            'dropped',
            'near-duplicate',
            'outranked',
          ])
          .nullable(),
        because: z
          .string()
          .nullable()
          .describe(
            'For `dropped`: negative:…, requires_env:KEY. For `near-duplicate`: the other slug.',
          ),
        score: z.number().nullable(),
        fallback: z.number().nullable(),
        needed: z
          .number()
          .nullable()
          .describe('For `outranked`: the score of the last entry in a signal slot.'),
        slot: z.enum(['signal', 'search', 'fallback']).nullable(),
        reasons,
        search_score: z.number(),
        words,
      })
      .nullable()
      .describe('Null without a `skill` in the request, or when you have no skill with that slug.'),
  })
  .openapi('RoutingAnswer')

export const routingOptionsSchema = z
  .object({
    vocabularies: z.array(z.string()).describe('Available vocabularies, by name.'),
    table: scoreTableSchema.describe('The default score table.'),
    stages: z.array(z.string()).describe('Stages the vocabularies can recognise in a message.'),
    asset_classes: z.array(z.string()),
  })
  .openapi('RoutingOptions')

export type ScoreTableBody = z.infer<typeof scoreTableSchema>
export type RoutingPreferencesBody = z.infer<typeof routingPreferencesSchema>
export type RoutingUpdate = z.infer<typeof routingUpdateSchema>
export type RoutingQuestion = z.input<typeof routingQuestionSchema>
export type CatalogueEntryBody = z.infer<typeof catalogueEntrySchema>
export type RoutingAnswer = z.infer<typeof routingAnswerSchema>
export type RoutingOptionsBody = z.infer<typeof routingOptionsSchema>
