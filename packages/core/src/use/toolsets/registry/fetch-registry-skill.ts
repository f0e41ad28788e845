import { z } from 'zod'
import type { Problem } from '../../../base/errors.ts'
import type { SkillId } from '../../../base/ids.ts'
import type { SkillEnablementSubject } from '../../../domain/approval.ts'
import type { ActiveSkill } from '../../../domain/session-state.ts'
import { skillFieldsOf } from '../../../domain/skill-fields.ts'
import { approvalProblem } from '../../../ingest/review/approval-problem.ts'
import { isClean } from '../../../ingest/review/current-trust.ts'
import type { FoundSkill } from '../../../ports/skill-registry-client.ts'
import { allowedToolsOf } from '../../session/active-skill.ts'
import { toUsedSkill } from '../../session/skills-state.ts'
import { budget } from '../../tools/budget.ts'
import {
  defineTool,
  type PlannedCall,
  type SessionEffect,
  type ToolServices,
} from '../../tools/tool.ts'
import { registryDestination } from './registry-destination.ts'
import { registryClientOf } from './search-registry.ts'

/** `fetch_registry_skill`. */
export const fetchRegistrySkill = defineTool({
  name: 'fetch_registry_skill',
  description:
    'Fetch a skill from the registry into this conversation, without installing it: its text stands in the system prompt from your next step on and costs its size from the budget. drop_skill takes it out again; where you have none, disable_skill. Its files and scripts do not come along. A person may have to approve it first.',
  input: z.strictObject({
    source: z
      .string()
      .trim()
      .min(1)
      .max(600)
      .describe(
        'As search_skills_registry gives it: owner/repository/skill. Or the repository, with skill_id.',
      ),
    skill_id: z.string().trim().min(1).max(200).optional().describe('The skill within the source.'),
    reason: z
      .string()
      .max(1000)
      .optional()
      .describe('Why the task needs it, in one sentence, for the person who approves.'),
  }),
  permission: 'skills.read',
  policy: 'dynamic-search',
  answersFrom: 'services',
  exemptFromAllowlist: true,
  mainAgentOnly: true,
  bind: ({ source, skill_id: skillId, reason = '' }) => ({
    reason,
    destination: registryDestination,
    planSendsInput: true,
    effect: { kind: 'session', command: () => notPlanned, report: () => null },
    plan: (services) =>
      planFetch(services, skillId === undefined ? source : `${source}/${skillId}`),
  }),
})

/**
 * The skill is judged before anybody is asked, and again after the answer. Whatever the policy, a person sees what was
 * found, and a licence that is not allowed.
 */
async function planFetch(services: ToolServices, id: string): Promise<PlannedCall | Problem> {
  const found = await registryClientOf(services).fetch(id, services.signal)
  const problem = refusal(found)
  if (problem) return problem
  const slug = await freeSlug(services, found)
  if (slug === undefined) return slugTaken(found)
  const skill = activeSkillOf(found, slug)
  return {
    effect: fetchEffect(found, skill),
    approvalRequest: ({ settings, session }) =>
      isActive(session.active, skill) ||
      (settings.skillsDynamicSearchPolicy !== 'prompt-user' && isClean(found.trust))
        ? null
        : { type: 'skill_enablement', subject: subjectOf(found, skill) },
  }
}

function fetchEffect(found: FoundSkill, skill: ActiveSkill): SessionEffect {
  const { place, body } = found
  return {
    kind: 'session',
    command: () => ({ type: 'activate', skill }),
    report: (result, facts) => ({
      status: result.change === 'already-active' ? 'already-enabled' : 'enabled',
      skill: skill.slug,
      from: { registry: place.registry, source: place.id },
      ...budget(facts),
    }),
    events: [{ type: 'registry-skill-fetched', skill: toUsedSkill(skill), from: place, body }],
  }
}

function activeSkillOf({ facts, place }: FoundSkill, slug: string): ActiveSkill {
  const allowedTools = allowedToolsOf(facts)
  return {
    skillId: `fetched:${facts.digest}` as SkillId,
    ...{ digest: facts.digest, slug, name: facts.name },
    ...{ contentLength: facts.contentLength, sourceType: 'marketplace', fetchedFrom: place },
    ...(allowedTools.length > 0 && { allowedTools }),
  }
}

/** A skill of the library keeps its name: one from outside is never taken for it. */
async function freeSlug(
  { skills, viewer }: Pick<ToolServices, 'skills' | 'viewer'>,
  { slugs }: FoundSkill,
): Promise<string | undefined> {
  for (const slug of slugs) {
    if (!(await skills.findBySlug(viewer, slug))) return slug
  }
  return undefined
}

function isActive(active: readonly ActiveSkill[], { skillId }: ActiveSkill): boolean {
  return active.some((one) => one.skillId === skillId)
}

function subjectOf(
  { facts, place, trust, body }: FoundSkill,
  { allowedTools: _, fetchedFrom: __, ...pin }: ActiveSkill,
): SkillEnablementSubject {
  const { scan, licence, licenceDecision } = trust
  return {
    ...{ ...pin, description: facts.description },
    origin: { provenance: 'catalog', sourceUrl: place.url, sourceId: place.id },
    fetched: {
      ...{ ...place, verdict: scan.verdict, findings: scan.findings.length, text: body },
      ...{ licence: licence.expression, licenceDecision },
    },
  }
}

/** What nobody could approve in the inbox is not fetched, whoever would say yes. */
function refusal(found: FoundSkill): Problem | undefined {
  const { facts, trust, place } = found
  const refused = approvalProblem({ slug: place.id, trust: { ...trust, lift: null } }, '')
  if (refused) return refused
  const { contextFork, disableModelInvocation } = skillFieldsOf(facts)
  if (!contextFork && !disableModelInvocation) return undefined
  return {
    code: 'registry.not-for-conversations',
    kind: 'conflict',
    message: `"${place.id}" is not made to stand in a conversation: it runs apart, or is for people alone.`,
    hint: 'Tell the person that it would have to be installed.',
    details: { source: place.id },
  }
}

function slugTaken({ place, slugs }: FoundSkill): Problem {
  return {
    code: 'registry.slug-taken',
    kind: 'conflict',
    message: `This library has skills of its own with every name that "${place.id}" could have: ${slugs.join(', ')}.`,
    hint: 'Use the skill of the library.',
    details: { source: place.id },
  }
}

const notPlanned: Problem = {
  code: 'tool.not-planned',
  kind: 'internal',
  message: 'fetch_registry_skill was called without a plan.',
}
