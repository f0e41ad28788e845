import { z } from '@hono/zod-openapi'
import { nonBlank, orNull, pageOf, timestampSchema } from './common.ts'
import { acceptReadOnly, acceptsReadOnly } from './read-only.ts'

const problem = z.object({ code: z.string(), message: z.string(), hint: z.string().optional() })

const short = nonBlank(50)
const cron = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .describe('Five fields (minute, hour, day, month, weekday), or six starting with seconds.')
const timeZone = nonBlank(60).describe('IANA name, such as Europe/Berlin.')

const trigger = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('cron'),
    cron,
    time_zone: timeZone,
    missed: z
      .enum(['skip', 'run-once'])
      .describe(
        'What to do about times missed while no server ran: skip them, or run one turn for all of them.',
      ),
  }),
  z.strictObject({ kind: z.literal('webhook') }),
])

const assetSchema = z.strictObject({ symbol: short, asset_class: short }).nullable()
export const severitySchema = z.enum(['info', 'warn', 'critical'])
const slugs = z.array(z.string().min(1).max(200)).max(20)
const stages = z.array(short).max(20)

const draft = {
  name: nonBlank(100),
  agent_id: z.string().min(1).max(100).nullable(),
  message: z
    .string()
    .min(1)
    .max(20_000)
    .describe('The message that starts the turn, in your name.'),
  trigger,
  asset: assetSchema,
  severity: severitySchema,
  preload_skills: slugs.describe(
    'Slugs of skills whose text is loaded before the first model call.',
  ),
  suggested_stages: stages.describe(
    'Stages of the turn, in addition to those inferred from the message.',
  ),
  scripts_allowed: z
    .boolean()
    .describe('Turns may run scripts and commands. Owners and admins only.'),
  conversation: z
    .enum(['new', 'kept'])
    .describe('A new conversation for every turn, or one for all turns.'),
  most_per_hour: z.number().int().min(1).max(3600),
  enabled: z.boolean(),
}

/** A schedule or webhook that starts turns on behalf of the person who created it. */
export const triggerSchema = z
  .object({
    ...draft,
    id: z.string(),
    user_id: z.string().describe('The person on whose behalf turns run.'),
    message: z.string().nullable().describe('Null for everybody except that person.'),
    note: problem.nullable().describe('Why it stopped automatically.'),
    next_at: timestampSchema.nullable(),
    last_fired_at: timestampSchema.nullable(),
    etag: z.string().describe('For If-Match.'),
    created_at: timestampSchema,
    updated_at: timestampSchema,
  })
  .openapi('Trigger')

export const triggerCreateSchema = z
  .strictObject({
    ...draft,
    agent_id: draft.agent_id.default(null),
    asset: assetSchema.default(null),
    severity: severitySchema.default('info'),
    preload_skills: draft.preload_skills.default([]),
    suggested_stages: draft.suggested_stages.default([]),
    scripts_allowed: draft.scripts_allowed.default(false),
    conversation: draft.conversation.default('new'),
    most_per_hour: draft.most_per_hour.default(60),
    enabled: draft.enabled.default(true),
  })
  .openapi('TriggerCreate')

/** Absent fields stay unchanged. */
export const triggerUpdateSchema = acceptReadOnly(
  z.object(draft).partial().shape,
  triggerSchema,
).openapi('TriggerUpdate', acceptsReadOnly)

export const triggerCreatedSchema = z
  .object({
    signal: triggerSchema,
    secret: z
      .string()
      .nullable()
      .describe('Secret of a webhook, shown only once; null for a schedule.'),
  })
  .openapi('TriggerCreated')

export const triggerSecretSchema = z
  .object({ secret: z.string().describe('Shown only once. The previous secret stops working.') })
  .openapi('TriggerSecret')

/** The outcome of one scheduled time, one delivery or one manual start. */
export const triggerFiringSchema = z
  .object({
    signal_id: z.string(),
    key: z
      .string()
      .describe(
        'Unique per trigger. For deliveries of other people it does not contain the idempotency key of the sender.',
      ),
    planned_at: timestampSchema.nullable(),
    fired_at: timestampSchema,
    outcome: z.enum(['started', 'skipped']),
    problem: problem.nullable(),
    trace_id: z.string(),
    conversation_id: z
      .string()
      .nullable()
      .describe(
        'Null when no turn was started, and for everybody except the owner of the trigger.',
      ),
    run_id: z.string().nullable(),
    run_status: z
      .enum(['running', 'waiting', 'completed', 'failed', 'cancelled'])
      .nullable()
      .describe('The current status; null without a run or when its conversation was deleted.'),
  })
  .openapi('TriggerFiring')

export const triggerListItemSchema = triggerSchema
  .extend({ last_firing: orNull(triggerFiringSchema).describe('The latest firing.') })
  .openapi('TriggerListItem')

export const triggerPageSchema = pageOf(triggerListItemSchema).openapi('TriggerPage')

export const triggerFiringPageSchema = pageOf(triggerFiringSchema).openapi('TriggerFiringPage')

export const triggerTimesQuery = z.object({ cron, time_zone: timeZone })
export const triggerTimesSchema = z
  .object({
    words: z
      .string()
      .nullable()
      .describe(
        'Description of the schedule in words, in its time zone; null for uncommon schedules.',
      ),
    times: z.array(timestampSchema).describe('The next five times.'),
  })
  .openapi('TriggerTimes')

export const triggerDeliveredSchema = z
  .object({
    signal_id: z.string(),
    trace_id: z.string(),
    conversation_id: z.string().nullable(),
    run_id: z.string().nullable(),
  })
  .openapi('TriggerDelivered')

export type TriggerBody = z.infer<typeof triggerSchema>
export type TriggerListItem = z.infer<typeof triggerListItemSchema>
export type TriggerPage = z.infer<typeof triggerPageSchema>
export type TriggerCreate = z.input<typeof triggerCreateSchema>
export type TriggerUpdate = z.input<typeof triggerUpdateSchema>
export type TriggerCreated = z.infer<typeof triggerCreatedSchema>
export type TriggerFiringBody = z.infer<typeof triggerFiringSchema>
export type TriggerFiringPage = z.infer<typeof triggerFiringPageSchema>
export type TriggerTimes = z.infer<typeof triggerTimesSchema>
export type TriggerDelivered = z.infer<typeof triggerDeliveredSchema>
