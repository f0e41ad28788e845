import { z } from '@hono/zod-openapi'

const pathInput = z.string().min(1).max(400)

const fileTextSchema = z.strictObject({
  path: pathInput,
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

/** Files of a skill that get another path. */
export const fileRenamesInput = z
  .array(z.strictObject({ from: pathInput, to: pathInput }))
  .min(1)
  .max(100)
  .optional()
  .describe(
    'Files beside SKILL.md that get another path, in the same revision; bytes and executable bit stay. `file_texts` names them by their new path.',
  )

/** Files of a skill that are deleted. */
export const fileDeletionsInput = z
  .array(pathInput)
  .min(1)
  .max(100)
  .optional()
  .describe(
    'Paths of files beside SKILL.md to delete, in the same revision. Earlier revisions keep them.',
  )
