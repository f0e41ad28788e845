import { z } from '@hono/zod-openapi'

export const skillRequirementsSchema = z
  .object({
    items: z.array(
      z.object({
        kind: z.enum(['python', 'node']),
        packages: z.array(z.string()).describe('As the skill asks for them.'),
        installed: z.boolean().describe('Whether a script can start without installing first.'),
      }),
    ),
    problem: z
      .string()
      .nullable()
      .describe('Why they cannot be told, or will not be taken; scripts are refused then, too.'),
  })
  .openapi('SkillRequirements')

export type SkillRequirementsBody = z.infer<typeof skillRequirementsSchema>
