import type { SkillId, UserId } from '../../base/ids.ts'
import { isServiceAccount } from '../../domain/member.ts'
import type { Provenance, Skill } from '../../domain/skill.ts'
import type { TenantStore } from '../../ports/store.ts'
import type { ToolServices, ToolSkills } from './tool.ts'

/** Provenances from within the organisation; all others are external. */
const trustedProvenances: ReadonlySet<Provenance> = new Set(['authored', 'agent', 'agent-edited'])

interface SkillReading {
  readonly store: Pick<TenantStore, 'members'> & {
    readonly skills: Pick<ToolSkills, 'getMany' | 'revisions'>
  }
  readonly viewer: UserId
}

/**
 * Whether content that no person of the organisation wrote has entered this conversation, in any turn: by the
 * result of a tool, a message, the prompt, or the text of a skill.
 */
export async function hasUntrustedInput({
  taint,
  session,
  ...reading
}: SkillReading & Pick<ToolServices, 'taint' | 'session'>): Promise<boolean> {
  if (taint.untrusted.size > 0) return true
  const active = session.active.map(({ skillId }) => skillId)
  return !(await areWrittenHere(reading, [...taint.skills, ...active]))
}

/** Whether persons of the organisation, or its agents, wrote these skills. One that is gone counts as not. */
export async function areWrittenHere(
  { store, viewer }: SkillReading,
  skillIds: Iterable<SkillId>,
): Promise<boolean> {
  const ids = [...new Set(skillIds)]
  if (ids.length === 0) return true
  const found = await store.skills.getMany(viewer, ids)
  if (found.length < ids.length) return false
  if (found.some(({ origin }) => !trustedProvenances.has(origin.provenance))) return false
  return !(await someOfProgram({ store, viewer }, found))
}

/** Whether a service account wrote a revision of one of the skills: the next one may have most of its words. */
async function someOfProgram(
  { store: { members, skills: store }, viewer }: SkillReading,
  skills: readonly Skill[],
): Promise<boolean> {
  const revisions = await Promise.all(skills.map(({ id }) => store.revisions(viewer, id)))
  const authors = new Set(revisions.flat().map(({ createdBy }) => createdBy))
  const found = await Promise.all(
    [...authors].map(async (id) => isServiceAccount(id, await members.get(id))),
  )
  return found.includes(true)
}
