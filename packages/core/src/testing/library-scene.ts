import type { RunId, UserId } from '../base/ids.ts'
import type { JsonObject } from '../base/json.ts'
import type { Sha256 } from '../base/sha256.ts'
import type { ToolCall } from '../domain/events.ts'
import type { Role } from '../domain/principal.ts'
import type { OrganisationSettings } from '../domain/settings.ts'
import type { RevisionContent, Skill, SkillArrival } from '../domain/skill.ts'
import type { Toolset } from '../use/tools/toolset.ts'
import { library } from '../use/toolsets/library/library.ts'
import { type AgentScene, createAgentScene } from './agent-scene.ts'
import { packageArrival, type SamplePackage } from './package-arrival.ts'
import { call } from './portable-scene.ts'
import { createCallingModel } from './scripted-model.ts'

/** The person's own scope in a scene. */
export const mine = { kind: 'user', userId: 'usr_1' as UserId } as const

/** A skill as an agent writes it. */
export const reports = {
  name: 'quarterly-reports',
  title: 'Quarterly reports',
  description: 'How quarterly reports are built.',
  content: '# Quarterly reports\n\n- One sheet per region.\n- Dates as in 31.12.2025.\n',
  tags: ['finance', 'excel'],
}
export const createReports = call('create_skill', reports, 'create')

export interface StagedLibrary {
  /** `save` unless said otherwise. */
  readonly policy?: OrganisationSettings['agentSkillPolicy']
  readonly settings?: Partial<OrganisationSettings>
  readonly role?: Role
  readonly skills?: readonly (SamplePackage | SkillArrival)[]
  /** Beside `library`. */
  readonly toolsets?: readonly Toolset[]
}

/** An agent that has the library, and makes these calls, one a step. */
export function createLibraryScene(sha256: Sha256) {
  const arrive = (sample: SamplePackage) => packageArrival(sample, sha256)

  async function stage(calls: readonly ToolCall[], staged: StagedLibrary = {}) {
    const { policy = 'save', role = 'owner', skills = [], settings, toolsets = [] } = staged
    return createAgentScene({
      model: createCallingModel(...calls),
      sha256,
      role,
      skills: skills.map((skill) => ('facts' in skill ? skill : arrive(skill))),
      settings: { agentSkillPolicy: policy, ...settings },
      toolsets: [library, ...toolsets],
    })
  }

  /** The scene when the run is over or waits for a person, and what the calls came to until then. */
  async function after(calls: readonly ToolCall[], staged?: StagedLibrary) {
    const scene = await stage(calls, staged)
    await scene.work(await scene.say('Go.'), { fresh: true })
    return { scene, told: await toldIn(scene) }
  }

  return { arrive, stage, after }
}

/** What each call came to: its output, or the code it was refused with. */
export async function toldIn(scene: AgentScene): Promise<readonly JsonObject[]> {
  return (await scene.all('tool-completed')).map(({ outcome }) =>
    outcome.status === 'ok' ? (outcome.output as JsonObject) : { refused: outcome.problem.code },
  )
}

/** The person answers, and the run goes on. */
export async function answerAndGoOn(scene: AgentScene, approved: boolean, note = '') {
  const { runId } = await scene.answer(approved, note)
  return scene.work(runId as RunId)
}

/** A skill as it stands there for the person; null when it does not. */
export async function headOf(
  { tenant, principal }: AgentScene,
  slug = reports.name,
): Promise<{ readonly skill: Skill; readonly content: RevisionContent } | null> {
  const viewer = principal.userId
  const skill = await tenant.skills.findBySlug(viewer, slug)
  const content = skill && (await tenant.skills.content(viewer, skill.id, skill.head.digest))
  return skill && content ? { skill, content } : null
}

/** As {@link headOf}, of a skill that has to be there. */
export async function standing(scene: AgentScene, slug?: string) {
  const head = await headOf(scene, slug)
  if (!head) throw new Error('there is no such skill')
  return head
}
