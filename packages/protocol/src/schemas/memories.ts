import { z } from '@hono/zod-openapi'
import { pageOf, pathNumber, timestampSchema } from './common.ts'
import { acceptReadOnly, acceptsReadOnly } from './read-only.ts'

const agentId = z.string().min(1).max(100)
/** UTF-16 units: the limit counts characters, and some characters have two units. */
const maxTextLength = 8_000

/** The agent that remembers; absent for conversations without an agent. */
export const memoryQuery = z.object({
  agent_id: agentId.optional().describe('Absent: conversations without an agent.'),
})

const versionFields = {
  version: z.number().int().describe('Counts from 1.'),
  text: z.string().describe('The complete text; empty when cleared. Untrusted text.'),
  author: z.enum(['agent', 'user']),
  reason: z.string(),
  created_at: timestampSchema,
  conversation_id: z.string().nullable().describe('Conversation in which an agent wrote it.'),
}

export const memoryVersionSchema = z.object(versionFields).openapi('ObservationVersion')

export const memoryPageSchema = pageOf(memoryVersionSchema).openapi('ObservationPage')

/** What one agent currently remembers about the caller. */
export const memoriesSchema = z
  .object({
    agent_id: agentId.nullable(),
    version: z.number().int().describe('0 while there is no version.'),
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

export const memoriesUpdateSchema = acceptReadOnly(
  {
    text: z.string().max(maxTextLength).describe('The complete new text; empty clears it.'),
    reason: z.string().trim().max(500).default(''),
  },
  memoriesSchema,
).openapi('ObservationsUpdate', acceptsReadOnly)

export const memoryVersionParam = z.object({
  version: pathNumber(0, 1_000_000_000),
})

/** A change of memories, as shown in an approval request. */
export const memoryChangeRequestSchema = z.object({
  agent_id: agentId.nullable(),
  version: z
    .number()
    .int()
    .describe('Version of `before`; a different version makes the approval stale.'),
  before: z.string().describe('Untrusted text.'),
  after: z.string().describe('The complete resulting text. Untrusted text.'),
})

export type MemoriesBody = z.infer<typeof memoriesSchema>
export type MemoriesList = z.infer<typeof memoriesListSchema>
export type MemoriesUpdate = z.input<typeof memoriesUpdateSchema>
export type MemoryVersionBody = z.infer<typeof memoryVersionSchema>
export type MemoryPage = z.infer<typeof memoryPageSchema>
