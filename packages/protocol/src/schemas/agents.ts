import { z } from '@hono/zod-openapi'
import { nonBlank, orNull, pageOf, timestampSchema } from './common.ts'
import { acceptReadOnly, acceptsReadOnly } from './read-only.ts'
import { routingUpdateSchema } from './routing.ts'

const instruction = z
  .string()
  .max(50_000)
  .describe('The system instruction, placed right after the policies of the organisation.')
const modelId = z
  .string()
  .min(1)
  .max(300)
  .nullable()
  .describe('An id of GET /api/v1/models; null for the default model of the server.')
const toolset = z
  .string()
  .regex(/^[a-z][a-z0-9-]*$/)
  .max(50)
const toolsets = z.array(toolset).max(50).describe('Names of toolsets, in order.')
const skillIds = z
  .array(z.string().min(1).max(100))
  .max(100)
  .describe('Attached skills of the organisation, in order.')
const routing = orNull(routingUpdateSchema).describe(
  'Routing settings that override those of the organisation; null for no overrides.',
)
const name = nonBlank(100)

/** An assistant with its own instruction, tools and skills. */
export const agentSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    instruction,
    model_id: modelId,
    toolsets,
    skill_ids: skillIds,
    routing,
    etag: z.string().describe('For If-Match.'),
    created_by: z.string(),
    created_at: timestampSchema,
    updated_at: timestampSchema,
  })
  .openapi('Agent')

export const agentPageSchema = pageOf(agentSchema).openapi('AgentPage')

/** Field names of document C; further fields are optional. */
export const agentCreateSchema = z
  .strictObject({
    name,
    instruction: instruction.default(''),
    model_id: modelId.default(null),
    toolsets: toolsets.optional().describe('Default: packages, workspace, person.'),
    skill_ids: skillIds.default([]),
    routing: routing.default(null),
  })
  .openapi('AgentCreate')

/** Absent fields stay unchanged. */
export const agentUpdateSchema = acceptReadOnly(
  {
    name: name.optional(),
    instruction: instruction.optional(),
    model_id: modelId.optional(),
    toolsets: toolsets.optional(),
    skill_ids: skillIds.optional(),
    routing: routing.optional(),
  },
  agentSchema,
).openapi('AgentUpdate', acceptsReadOnly)

export const modelListSchema = z
  .object({
    items: z.array(
      z.object({
        id: z.string(),
        label: z.string(),
        demo: z.boolean(),
        usual: z.boolean().describe('The default model.'),
      }),
    ),
  })
  .openapi('ModelList')

export type AgentBody = z.infer<typeof agentSchema>
export type AgentPage = z.infer<typeof agentPageSchema>
export type AgentCreate = z.input<typeof agentCreateSchema>
export type AgentUpdate = z.input<typeof agentUpdateSchema>
export type ModelList = z.infer<typeof modelListSchema>
