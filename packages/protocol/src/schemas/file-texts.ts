import { z } from '@hono/zod-openapi'

const fileTextSchema = z.strictObject({
  path: z.string().min(1).max(400),
  content: z.string().max(262_144),
})

/** Text files of a skill that are written with its SKILL.md. */
export const fileTextsInput = z
  .array(fileTextSchema)
  .min(1)
  .max(100)
  .optional()
  .describe(
    'Text files to write beside SKILL.md, in the same revision. A new path adds a file; files that are not named stay as they are.',
  )
