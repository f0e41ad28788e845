import { z } from '@hono/zod-openapi'
import { maxSynonymGroups, maxSynonymLength, maxSynonymsInGroup } from '@repertoire/core/domain'
import { nonBlank } from './common.ts'
import { severitySchema } from './findings.ts'
import { acceptReadOnly, acceptsReadOnly } from './read-only.ts'
import { routingPreferencesSchema, routingUpdateSchema } from './routing.ts'
import { describeKeys, toolPolicy, toolPolicyUpdate } from './tool-policy.ts'

const enablementPolicy = z.enum(['auto', 'prompt-user', 'admin-only'])

/** Toolsets an organisation may enable. */
const toolsetNames = [
  'discovery',
  'portable',
  'routed',
  'library',
  'skill-use',
  'workspace',
  'person',
  'web',
  'connectors',
  'scripts',
  'code',
  'toolsmith',
  'observations',
] as const

const toolsets = z
  .array(z.enum(toolsetNames))
  .max(toolsetNames.length)
  .refine((names) => new Set(names).size === names.length, 'Name each toolset once.')
  .openapi({ uniqueItems: true, description: 'In the order of the agent instructions.' })
const agentSkillPolicy = z.enum(['propose', 'save'])
const connectorAccess = z.enum(['off', 'ask-admin', 'ask', 'open'])
const connectorPattern = /^[a-z0-9][a-z0-9-]{0,63}$/
const connectorName = z.string().regex(connectorPattern)

/** Without characters that cannot be seen: what it stands for is shown. */
const synonym = nonBlank(maxSynonymLength)
  // Two, each in linear time: they are tried on longer texts, too.
  .regex(/^[^\p{C}]*$/u)
  .regex(/[\p{L}\p{N}]/u)

const scanPreset = z.enum(['strict', 'balanced', 'quiet'])
/** A rule of the scanner, or a family of them. */
const scanRulePattern = /^[a-z]{1,40}\.(?:\*|[a-z0-9-]{1,80})$/

const licences = z.array(nonBlank(120)).max(200)

/** A5, with the names of the document. */
export const settingsSchema = z
  .object({
    skills_max_prompt_chars: z.number().int(),
    skills_dynamic_search_enabled: z.boolean(),
    skill_enablement_policy: enablementPolicy,
    skills_dynamic_search_policy: enablementPolicy,
    organisation_policies: z.string(),
    approval_ttl_minutes: z.number().int(),
    toolsets: z.array(z.string()).describe('Enabled toolsets, in order.'),
    agent_skill_policy: agentSkillPolicy,
    web_fetch_enabled: z.boolean(),
    connector_access: z
      .record(z.string(), connectorAccess)
      .describe('By connector; `ask` for connectors that are not listed.'),
    ...toolPolicy,
    egress_allow_list: z
      .array(z.string())
      .describe(
        'Where agents may send without asking: `docs.example.org`, `*.example.org`, `connector:name`, or `*` for everywhere in turns of persons.',
      ),
    licence_policy: z
      .object({
        allowed: z.array(z.string()),
        ask: z.array(z.string()),
        refused: z.array(z.string()),
      })
      .describe(
        'What becomes of packages that arrive, by licence: one SPDX identifier an entry, such as `Apache-2.0`. A licence that is on no list is asked about; reserved rights are always refused.',
      ),
    trusted_signers: z
      .array(z.object({ name: z.string(), pem: z.string(), identity: z.string().nullable() }))
      .describe(
        'Whose signatures on packages are trusted: a public key, a certificate, or the certificate of an authority with the name that the signer’s certificate carries.',
      ),
    signature_required: z
      .boolean()
      .describe('Whether only packages with a trusted signature can be approved.'),
    scan_preset: scanPreset.describe(
      'What waits for a person: from one medium finding on (`strict`), a high one or medium ones of three families (`balanced`), high ones alone (`quiet`).',
    ),
    scan_severities: z
      .record(z.string(), severitySchema)
      .describe('The severity that findings count with, by rule or family: `run.*`.'),
    review_model_id: z
      .string()
      .nullable()
      .describe(
        'An id of GET /api/v1/models: that model reads each package besides the rules, and may only raise their verdict. Null: none does.',
      ),
    archive_agent_skills_after_days: z.number().int().describe('0: never.'),
    minimum_update_age_days: z
      .number()
      .int()
      .describe(
        'Days that an update has to be known here before `apply-clean` applies it; a source may have its own.',
      ),
    nudges: z.boolean().describe('Agents are reminded to save what they learnt.'),
    skill_body_budget_chars: z
      .number()
      .int()
      .describe(
        'Character budget of skill bodies in the prompt of a routed agent; bodies over budget are shed.',
      ),
    skill_list_max_chars: z
      .number()
      .int()
      .describe(
        'Maximum characters of one list of skills in a prompt; descriptions of the skills least likely needed are left out first.',
      ),
    routing: routingPreferencesSchema,
    default_model_id: z
      .string()
      .nullable()
      .describe('An id of GET /api/v1/models; null for the default model of the server.'),
    outcome_retest_max_cost: z
      .number()
      .describe(
        'What outcome tests that run again because a model changed may cost in a UTC day; 0: they do not run.',
      ),
    search_synonyms: z
      .array(z.array(z.string()))
      .describe('Groups of words and phrases that mean the same here, for search and routing.'),
    search_log: z
      .boolean()
      .describe('Whether searches are counted by their words for 30 days, without who made them.'),
    etag: z.string(),
  })
  .openapi('Settings')

/** A rule of the scanner, whose severity an organisation can set. */
export const scanRuleSchema = z
  .object({
    id: z.string(),
    family: z.string(),
    severity: severitySchema.describe('Of most of its findings; one that blocks says critical.'),
    message: z.string().describe('What it finds.'),
    attack: z.string().describe('What an attacker would do with it.'),
  })
  .openapi('ScanRule')

/** A named choice of toolsets. */
export const skillListCostSchema = z
  .object({
    skills: z.number().int().describe('Skills in the list of your new conversation.'),
    described: z.number().int().describe('Those with their description, in full or cut.'),
    full_chars: z.number().int().describe('Characters of the list with everything in full.'),
    has_more: z.boolean().describe('There are more skills than a list reads.'),
  })
  .openapi('SkillListCost')

export const toolsetPresetSchema = z
  .object({
    name: z.string(),
    title: z.string(),
    purpose: z.string(),
    usable_by: z
      .enum(['organisation', 'agent'])
      .describe('`agent`: only for agents with attached skills.'),
    toolsets: z.array(z.string()),
    active: z.boolean().describe('Whether the settings name just these toolsets.'),
    tools: z.array(z.string()).describe('The tools that agents would have on this server now.'),
    unavailable: z
      .array(z.string())
      .describe('Toolsets that are left out now: nothing here runs scripts, web pages are off, …'),
    prompt_tokens: z
      .number()
      .int()
      .describe('Tokens of instructions and tools in each request, estimated on the high side.'),
  })
  .openapi('ToolsetPreset')

/** Absent fields stay unchanged. */
export const settingsUpdateSchema = acceptReadOnly(
  {
    skills_max_prompt_chars: z.number().int().min(0).max(1_000_000).optional(),
    skills_dynamic_search_enabled: z.boolean().optional(),
    skill_enablement_policy: enablementPolicy.optional(),
    skills_dynamic_search_policy: enablementPolicy.optional(),
    organisation_policies: z.string().max(50_000).optional(),
    approval_ttl_minutes: z.number().int().min(1).max(43_200).optional(),
    toolsets: toolsets.optional(),
    agent_skill_policy: agentSkillPolicy.optional(),
    web_fetch_enabled: z.boolean().optional(),
    connector_access: z
      .record(connectorName, connectorAccess)
      .refine((access) => Object.keys(access).length <= 500, 'At most 500 connectors.')
      .openapi(describeKeys(connectorPattern, 500))
      .optional(),
    ...toolPolicyUpdate,
    egress_allow_list: z.array(nonBlank(260)).max(200).optional(),
    licence_policy: z
      .strictObject({
        allowed: licences.optional(),
        ask: licences.optional(),
        refused: licences.optional(),
      })
      .optional()
      .describe('Each list that is named replaces the whole list.'),
    trusted_signers: z
      .array(
        z.strictObject({
          name: nonBlank(100),
          pem: z.string().min(1).max(8_000),
          identity: nonBlank(300).nullable().default(null),
        }),
      )
      .max(50)
      .optional()
      .describe('Replaces all entries.'),
    signature_required: z.boolean().optional(),
    scan_preset: scanPreset.optional().describe('Only an owner may choose `quiet`.'),
    scan_severities: z
      .record(z.string().regex(scanRulePattern), severitySchema)
      .refine((all) => Object.keys(all).length <= 200, 'At most 200 rules.')
      .openapi(describeKeys(scanRulePattern, 200))
      .optional()
      .describe('Replaces all entries. Only an owner may lower a rule that blocks.'),
    review_model_id: z
      .string()
      .min(1)
      .max(300)
      .nullable()
      .optional()
      .describe('Only an owner may change or remove one that is set.'),
    archive_agent_skills_after_days: z.number().int().min(0).max(3650).optional(),
    minimum_update_age_days: z.number().int().min(0).max(365).optional(),
    nudges: z.boolean().optional(),
    skill_body_budget_chars: z.number().int().min(0).max(1_000_000).optional(),
    skill_list_max_chars: z.number().int().min(500).max(200_000).optional(),
    routing: routingUpdateSchema.optional(),
    default_model_id: z.string().min(1).max(300).nullable().optional(),
    outcome_retest_max_cost: z.number().min(0).max(1_000).optional(),
    search_synonyms: z
      .array(z.array(synonym).min(2).max(maxSynonymsInGroup))
      .max(maxSynonymGroups)
      .optional()
      .describe('Replaces all groups.'),
    search_log: z.boolean().optional(),
  },
  settingsSchema,
).openapi('SettingsUpdate', acceptsReadOnly)

export type SkillListCostBody = z.infer<typeof skillListCostSchema>
export type ScanRuleBody = z.infer<typeof scanRuleSchema>
export type ToolsetPresetBody = z.infer<typeof toolsetPresetSchema>
export type SettingsBody = z.infer<typeof settingsSchema>
export type SettingsUpdate = z.input<typeof settingsUpdateSchema>
