import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { z } from 'zod'

const envelopeSchema = z.object({
  [CLIENT_INFO_META_KEY]: z
    .object({ name: z.string(), title: z.string().optional(), version: z.string() })
    .optional()
    .catch(undefined),
  [CLIENT_CAPABILITIES_META_KEY]: z
    .object({ elicitation: z.object({}).optional() })
    .optional()
    .catch(undefined),
})

/** What a client of the newer protocol says of itself in each request; all of it is the client's word. */
export function readClientEnvelope(ctx: ServerContext) {
  const envelope = envelopeSchema.parse(ctx.mcpReq.envelope ?? {})
  return {
    info: envelope[CLIENT_INFO_META_KEY],
    mayElicit: envelope[CLIENT_CAPABILITIES_META_KEY]?.elicitation !== undefined,
  }
}
