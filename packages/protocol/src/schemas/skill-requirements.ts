import { z } from '@hono/zod-openapi'

export const skillRequirementsSchema = z
  .object({
    items: z.array(
      z.object({
        kind: z.enum(['python', 'node']),
        packages: z.array(z.string()).describe('As declared by the skill.'),
        installed: z.boolean().describe('Whether a script can start without an installation.'),
      }),
    ),
    problem: z
      .string()
      .nullable()
      .describe('Why the requirements are unreadable or rejected; scripts are rejected, too.'),
  })
  .openapi('SkillRequirements')

export type SkillRequirementsBody = z.infer<typeof skillRequirementsSchema>
