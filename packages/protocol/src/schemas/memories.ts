import { z } from '@hono/zod-openapi'
import { pageOf, timestampSchema } from './common.ts'

const agentId = z.string().min(1).max(100)
/** UTF-16 units: the limit is counted in characters, of which some have two. */
const maxTextLength = 8_000

/** Which agent remembers; without, conversations that have none. */
export const memoryQuery = z.object({
  agent_id: agentId.optional().describe('Absent: conversations without an agent.'),
})

const versionFields = {
  version: z.number().int().describe('Counts from 1.'),
  text: z.string().describe('All of it; empty when it was cleared. Untrusted text.'),
  author: z.enum(['agent', 'user']),
  reason: z.string(),
  created_at: timestampSchema,
  conversation_id: z.string().nullable().describe('Where an agent noted it.'),
}

export const memoryVersionSchema = z.object(versionFields).openapi('ObservationVersion')

export const memoryPageSchema = pageOf(memoryVersionSchema).openapi('ObservationPage')

/** What one agent remembers about the caller, as it is now. */
export const memoriesSchema = z
  .object({
    agent_id: agentId.nullable(),
    version: z.number().int().describe('0 while nothing was ever remembered.'),
    text: z.string().describe('Untrusted text.'),
    characters: z.number().int(),
    max_characters: z.number().int(),
    author: z.enum(['agent', 'user']).nullable(),
    updated_at: timestampSchema.nullable(),
    etag: z.string().describe('For If-Match.'),
  })
  .openapi('Observations')

export const memoriesListSchema = z
  .object({ items: z.array(memoriesSchema) })
  .openapi('ObservationsList')

export const memoriesUpdateSchema = z
  .strictObject({
    text: z.string().max(maxTextLength).describe('The whole new text; empty clears it.'),
    reason: z.string().trim().max(500).default(''),
  })
  .openapi('ObservationsUpdate')

export const memoryVersionParam = z.object({
  version: z.coerce.number().int().min(0).max(1_000_000_000),
})

/** A change of what an agent remembers, as a person is asked about it. */
export const memoryChangeRequestSchema = z.object({
  agent_id: agentId.nullable(),
  version: z.number().int().describe('Of `before`; another one makes the answer stale.'),
  before: z.string().describe('Untrusted text.'),
  after: z.string().describe('The whole text as it would be. Untrusted text.'),
})

export type MemoriesBody = z.infer<typeof memoriesSchema>
export type MemoriesList = z.infer<typeof memoriesListSchema>
export type MemoriesUpdate = z.input<typeof memoriesUpdateSchema>
export type MemoryVersionBody = z.infer<typeof memoryVersionSchema>
export type MemoryPage = z.infer<typeof memoryPageSchema>
