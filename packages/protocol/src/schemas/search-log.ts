import { z } from '@hono/zod-openapi'

const count = z.number().int()

const loggedQuerySchema = z
  .object({
    query: z.string().describe('In small letters; secrets and addresses in it are `***`.'),
    searches: count.describe('In the days that are kept.'),
    by_surface: z
      .object({ page: count, cli: count, agent: count })
      .describe('Typed on the page, typed into the command, made by agents.'),
    results: count.describe('Skills that the last day’s search showed; at most a page of them.'),
    last_day: z.string().describe('The UTC day on which it was last made: 2026-01-31.'),
  })
  .openapi('LoggedQuery')

/** What was searched for, without who did. */
export const searchLogSchema = z
  .object({
    enabled: z.boolean().describe('Whether `search_log` of the settings is on.'),
    items: z.array(loggedQuerySchema).describe('What found nothing first, then the most frequent.'),
  })
  .openapi('SearchLog')

export type LoggedQueryBody = z.infer<typeof loggedQuerySchema>
export type SearchLogBody = z.infer<typeof searchLogSchema>
