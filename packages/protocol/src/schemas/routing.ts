import { z } from '@hono/zod-openapi'

const points = z.number().int().min(0).max(1_000)
const slots = z.number().int().min(0).max(50)

/** What each sign that a skill is wanted is worth (E2). */
export const scoreTableSchema = z
  .strictObject({
    keyword: points.describe('Each keyword of the skill in the message.'),
    keyword_cap: points.describe('All of them together at most.'),
    derived_keyword: points.describe('Each keyword that was made from the skill’s own words.'),
    derived_keyword_cap: points,
    stage: points,
    asset_class: points,
    co_activate: points,
    signal_source: points,
  })
  .openapi('ScoreTable')

/** How skills are chosen for a turn (E2). */
export const routingPreferencesSchema = z
  .strictObject({
    vocabularies: z
      .array(z.string().min(1).max(64))
      .max(20)
      .describe('Names of the vocabularies messages are read with.'),
    signal_slots: slots.describe('Lines of the catalogue for the best by the score table.'),
    search_slots: slots.describe('Lines for the best by search.'),
    search_breaks_ties: z
      .boolean()
      .describe('Equal scores are ordered by search; otherwise by priority, then slug.'),
    derived_keywords: z
      .boolean()
      .describe('Skills that name no keywords get some from their own words.'),
    table: scoreTableSchema.partial().optional().describe('Where it is not the usual score table.'),
  })
  .openapi('RoutingPreferences')

/** Only what is given changes; a table takes the place of the one before. */
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
    skill: z.string().min(1).max(200).optional().describe('The slug of a skill to be told about.'),
    signal: z
      .strictObject({
        source: z.enum(['cron', 'webhook']),
        asset_class: stageName.optional(),
        suggested_stages: z.array(stageName).max(20).default([]),
      })
      .optional()
      .describe('As if this had started the turn.'),
  })
  .openapi('RoutingQuestion')

const reasons = z
  .array(z.string())
  .describe('kw:buy, stage:decide, asset:…, signal:cron, co:slug, derived:…, search, fallback:50.')
const words = z.array(z.string()).describe('Words of the message that search rests on.')

/** A skill in the catalogue of a turn. */
export const catalogueEntrySchema = z
  .object({
    id: z.string(),
    slug: z.string(),
    name: z.string(),
    description: z.string(),
    score: z.number(),
    fallback: z.number().describe('100 less its priority; orders equal scores.'),
    search_score: z.number().describe('0 when search does not find it.'),
    slot: z.enum(['signal', 'search', 'fallback']),
    reasons,
    words,
  })
  .openapi('CatalogueEntry')

export const routingAnswerSchema = z
  .object({
    entries: z.array(catalogueEntrySchema),
    fits: z.boolean().describe('False: nothing in the message speaks for one of them.'),
    eligible: z.number().int().describe('Skills that could be offered in this turn.'),
    suppressed: z
      .array(z.object({ slug: z.string(), by: z.string() }))
      .describe('Left out because an entry stands for them already.'),
    stages: z.array(z.string()),
    asset_classes: z.array(z.string()),
    routed: z
      .boolean()
      .describe('Whether an agent with these settings has the toolset that shows a catalogue.'),
    preferences: routingPreferencesSchema.extend({ table: scoreTableSchema }),
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
            'Of `dropped`: negative:…, requires_env:KEY. Of `near-duplicate`: the other slug.',
          ),
        score: z.number().nullable(),
        fallback: z.number().nullable(),
        needed: z
          .number()
          .nullable()
          .describe('Of `outranked`: the score of the last one in a signal slot.'),
        slot: z.enum(['signal', 'search', 'fallback']).nullable(),
        reasons,
        search_score: z.number(),
        words,
      })
      .nullable()
      .describe('Null when none was asked about, or you have none of that slug.'),
  })
  .openapi('RoutingAnswer')

export const routingOptionsSchema = z
  .object({
    vocabularies: z.array(z.string()).describe('Those this server has, by name.'),
    table: scoreTableSchema.describe('The usual score table.'),
    stages: z.array(z.string()).describe('What the vocabularies can recognise in a message.'),
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
