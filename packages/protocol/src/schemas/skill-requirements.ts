import { z } from '@hono/zod-openapi'
import { orNull } from './common.ts'

const packageListSchema = z.object({
  digest: z.string().describe('What an approval is bound to.'),
  packages: z.array(z.string()).describe('name==version, dependencies included.'),
})

export const skillRequirementsSchema = z
  .object({
    items: z.array(
      z.object({
        kind: z.enum(['python', 'node']),
        packages: z.array(z.string()).describe('As declared by the skill.'),
        installed: z.boolean().describe('Whether a script can start without an installation.'),
        status: z
          .enum(['installed', 'approved', 'needs-approval', 'not-allowed'])
          .describe(
            'needs-approval: an owner or admin approves the list once. not-allowed: the operator has switched installing off.',
          ),
        list: orNull(packageListSchema).describe(
          'The exact packages; null until they were resolved from the package index.',
        ),
      }),
    ),
    problem: z
      .string()
      .nullable()
      .describe('Why the requirements are unreadable or rejected; scripts are rejected, too.'),
  })
  .openapi('SkillRequirements')

export const packageApprovalSchema = z
  .object({
    digests: z
      .array(z.string().regex(/^[0-9a-f]{64}$/))
      .min(1)
      .max(2)
      .describe('Of the lists in the requirements, as the person has seen them.'),
  })
  .openapi('PackageApprovalRequest')

export type SkillRequirementsBody = z.infer<typeof skillRequirementsSchema>
