import { z } from '@hono/zod-openapi'
import { actOnSchema, conflictsSchema, reindexSchema, statsSchema } from '../schemas/stats.ts'
import { routesWithTag } from './api-route.ts'

const route = routesWithTag('Stats')
const name = z.string().min(1).max(200).optional()

export const statsQuerySchema = z.object({
  period: z
    .enum(['24h', '7d', '30d', '90d'])
    .optional()
    .describe(
      'UTC days up to today, which has begun; 24h is today. 7d without it. Not with `from` and `to`.',
    ),
  from: z.iso.date().optional().describe('The first UTC day.'),
  to: z.iso.date().optional().describe('The last UTC day; today without it.'),
  by: z.enum(['skill', 'revision', 'agent', 'model', 'day']).default('skill'),
  skill: name.describe('Only this skill: its slug or id.'),
  agent: name.describe('Only this agent, by its id.'),
  model: name.describe('Only this model, as the log names it.'),
})

const actOnQuerySchema = statsQuerySchema.omit({ by: true, skill: true })

/** Numbers that are made from the logs of conversations. */
export const statsRoutes = {
  get: route({
    operationId: 'getStats',
    method: 'get',
    path: '/api/v1/stats',
    summary: 'Get activations, outcomes, approvals, tokens, cost and latency of a time range',
    description:
      'Of the organisation with `audit.read`, otherwise of your own conversations. By skill or revision, a model call counts for each skill it was given; in the totals it counts once.',
    access: 'conversations.use',
    query: statsQuerySchema,
    response: { status: 200, schema: statsSchema },
  }),
  actOn: route({
    operationId: 'getActOn',
    method: 'get',
    path: '/api/v1/stats/act-on',
    summary: 'Get what the skills that agents may be offered need',
    description:
      'Skills whose tests went worse with a new model, texts over the budget, thumbs down, failing calls, and skills that are never taken or never used. Of the same conversations as the stats.',
    access: 'conversations.use',
    query: actOnQuerySchema,
    response: { status: 200, schema: actOnSchema },
  }),
  conflicts: route({
    operationId: 'listConflicts',
    method: 'get',
    path: '/api/v1/stats/conflicts',
    summary: 'List skills that stood together in turns and contradict or are dangerous together',
    description:
      'By rules over their texts, and by how the turns ended. Of the same conversations as the stats. With `approval`: of the skill that it would enable and those that are active in its conversation, which is yours.',
    access: 'conversations.use',
    query: actOnQuerySchema.omit({ agent: true, model: true }).extend({
      approval: name.describe('The id of an approval that would enable a skill.'),
    }),
    response: { status: 200, schema: conflictsSchema },
  }),
  reindex: route({
    operationId: 'reindexStats',
    method: 'post',
    path: '/api/v1/stats/reindex',
    summary: 'Make all numbers again from the logs',
    description: 'Until it is done, the numbers are too low.',
    access: 'settings.write',
    response: { status: 200, schema: reindexSchema },
  }),
} as const

export type StatsQuery = z.input<typeof statsQuerySchema>
export type ConflictsQuery = z.input<typeof statsRoutes.conflicts.query>
