import type { RunId, UserId } from '../base/ids.ts'
import type { JsonObject } from '../base/json.ts'
import type { Sha256 } from '../base/sha256.ts'
import type { ToolCall } from '../domain/events.ts'
import type { Role } from '../domain/principal.ts'
import type { OrganisationSettings } from '../domain/settings.ts'
import type { CheckedContent, RevisionContent, Skill } from '../domain/skill.ts'
import type { Toolset } from '../use/tools/toolset.ts'
import { library } from '../use/toolsets/library/library.ts'
import { type AgentHarness, createAgentHarness } from './agent-harness.ts'
import { ingestedPackage, type SamplePackage } from './ingested-package.ts'
import { call } from './portable-fixture.ts'
import { createCallingModel } from './scripted-model.ts'

/** The person's own scope. */
export const ownScope = { kind: 'user', userId: 'usr_1' as UserId } as const

/** The input of `create_skill`. */
export const reports = {
  name: 'quarterly-reports',
  title: 'Quarterly reports',
  description: 'How quarterly reports are built.',
  content: '# Quarterly reports\n\n- One sheet per region.\n- Dates as in 31.12.2025.\n',
  tags: ['finance', 'excel'],
}
export const createReports = call('create_skill', reports, 'create')

export interface LibraryFixtureOptions {
  /** Default: `save`. */
  readonly policy?: OrganisationSettings['agentSkillPolicy']
  readonly settings?: Partial<OrganisationSettings>
  readonly role?: Role
  readonly skills?: readonly (SamplePackage | CheckedContent)[]
  /** In addition to `library`. */
  readonly toolsets?: readonly Toolset[]
}

/** An agent with the library toolset that makes one of the calls per step. */
export function createLibraryFixture(sha256: Sha256) {
  const arrive = (sample: SamplePackage) => ingestedPackage(sample, sha256)

  async function setUp(calls: readonly ToolCall[], options: LibraryFixtureOptions = {}) {
    const { policy = 'save', role = 'owner', skills = [], settings, toolsets = [] } = options
    return createAgentHarness({
      model: createCallingModel(...calls),
      sha256,
      role,
      skills: skills.map((skill) => ('facts' in skill ? skill : arrive(skill))),
      settings: { agentSkillPolicy: policy, ...settings },
      toolsets: [library, ...toolsets],
    })
  }

  /** The harness after the run ended or waits for approval, with the results of its calls. */
  async function after(calls: readonly ToolCall[], options?: LibraryFixtureOptions) {
    const harness = await setUp(calls, options)
    await harness.work(await harness.say('Go.'), { fresh: true })
    return { harness, results: await callResults(harness) }
  }

  return { arrive, setUp, after }
}

/** The output or refusal code of each call. */
export async function callResults(harness: AgentHarness): Promise<readonly JsonObject[]> {
  return (await harness.all('tool-completed')).map(({ outcome }) =>
    outcome.status === 'ok' ? (outcome.output as JsonObject) : { refused: outcome.problem.code },
  )
}

/** Answers the approval request and continues the run. */
export async function answerAndContinue(harness: AgentHarness, approved: boolean, note = '') {
  const { runId } = await harness.answer(approved, note)
  return harness.work(runId as RunId)
}

/** The current skill visible to the person; null when there is none. */
export async function headOf(
  { tenant, principal }: AgentHarness,
  slug = reports.name,
): Promise<{ readonly skill: Skill; readonly content: RevisionContent } | null> {
  const viewer = principal.userId
  const skill = await tenant.skills.findBySlug(viewer, slug)
  const content = skill && (await tenant.skills.content(viewer, skill.id, skill.head.digest))
  return skill && content ? { skill, content } : null
}

/** {@link headOf} of an existing skill. */
export async function existingHead(harness: AgentHarness, slug?: string) {
  const head = await headOf(harness, slug)
  if (!head) throw new Error('there is no such skill')
  return head
}
