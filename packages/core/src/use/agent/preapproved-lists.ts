import { meaningOfAllowedTools } from '../../domain/allowed-tools-meaning.ts'
import type { ToolRestriction } from '../../domain/events.ts'
import { isApprovedByPerson } from '../../keep/skills/approved-by-person.ts'
import type { StepContext } from './step-context.ts'

/**
 * The lists of allowed tools that pre-approve calls at this moment: their skill is active and still offered, its list
 * has that meaning here, and a person of the organisation approved exactly this revision, which is still the current one.
 */
export async function preapprovedLists({
  ports: { store },
  journal,
  principal,
  settings,
  fork,
}: StepContext): Promise<readonly ToolRestriction[]> {
  const active = journal.view
    .activeListsOf(fork?.started.callId ?? null)
    .filter(({ skill }) => meaningOfAllowedTools(settings, skill.skillId) === 'preapprove')
  if (active.length === 0) return []
  const ids = active.map(({ skill }) => skill.skillId)
  const skills = await store.skills.getMany(principal.userId, ids)
  const usable = new Set<string>()
  for (const skill of skills) {
    if (!skill.enabled || skill.archivedAt !== null) continue
    if (await isApprovedByPerson(store, skill)) usable.add(skill.head.digest)
  }
  return active.filter(({ skill }) => usable.has(skill.digest))
}
