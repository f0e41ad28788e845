import { z } from '@hono/zod-openapi'
import { allowedToolsMeaningSchema } from './allowed-tools-meaning.ts'
import { toolTierSchema } from './approvals.ts'

/** Tool names as the policy gate compares them, or a wildcard for all tools of one connector. */
const toolTierPattern = /^(?!__proto__$)[A-Za-z0-9_.:/-]{1,200}\*?$/
const skillIdPattern = /^skl_[A-Za-z0-9_-]{1,100}$/

/** Of JSON Schema 2020-12, as OpenAPI 3.1 uses it; the types of the generator lack it. */
export function describeKeys(pattern: RegExp, maxProperties: number) {
  return { propertyNames: { pattern: pattern.source }, maxProperties }
}

/** What the organisation says about single tools, and about what skills say of them. */
export const toolPolicy = {
  tool_tiers: z
    .record(z.string(), toolTierSchema)
    .describe('By tool, or `mcp__connector__*`; tools that are not listed use their default tier.'),
  allowed_tools_meaning: allowedToolsMeaningSchema.describe(
    'What `allowed-tools` of a skill means while the skill is active. `restrict`: no other tool may be called. `preapprove`: the listed tools need no confirmation where one would be remembered, in a revision that a person approved, and no other tool is refused.',
  ),
  allowed_tools_meaning_of_skills: z
    .record(z.string(), allowedToolsMeaningSchema)
    .describe('By skill id, for skills of which it is decided otherwise.'),
}

export const toolPolicyUpdate = {
  tool_tiers: z
    .record(z.string().regex(toolTierPattern), toolTierSchema)
    .refine((tiers) => Object.keys(tiers).length <= 2000, 'At most 2000 tools.')
    .openapi(describeKeys(toolTierPattern, 2000))
    .optional()
    .describe('Replaces all entries; a tool that is left out gets its default tier.'),
  allowed_tools_meaning: allowedToolsMeaningSchema.optional(),
  allowed_tools_meaning_of_skills: z
    .record(z.string().regex(skillIdPattern), allowedToolsMeaningSchema)
    .refine((skills) => Object.keys(skills).length <= 2000, 'At most 2000 skills.')
    .openapi(describeKeys(skillIdPattern, 2000))
    .optional()
    .describe('Replaces all entries; a skill that is left out follows `allowed_tools_meaning`.'),
}
