import { z } from '@hono/zod-openapi'
import { timestampSchema } from './common.ts'

export const conversationFileSchema = z
  .object({
    path: z.string(),
    size: z.number().int().describe('Bytes.'),
    sha256: z.string(),
    updated_at: timestampSchema,
  })
  .openapi('ConversationFile')

export const conversationFilesSchema = z
  .object({
    items: z.array(conversationFileSchema).describe('Ordered by path.'),
    used_bytes: z.number().int(),
    max_bytes: z.number().int(),
    max_files: z.number().int(),
  })
  .openapi('ConversationFiles')

export const conversationFileQuery = z.object({
  path: z.string().min(1).max(1000).describe('Relative, with "/" between folders.'),
})

export type ConversationFile = z.infer<typeof conversationFileSchema>
export type ConversationFiles = z.infer<typeof conversationFilesSchema>
