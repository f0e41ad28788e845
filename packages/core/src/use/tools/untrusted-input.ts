import type { Provenance } from '../../domain/skill.ts'
import type { ToolServices } from './tool.ts'

/** Provenances from within the organisation; all others are external. */
const trustedProvenances: ReadonlySet<Provenance> = new Set(['authored', 'agent', 'agent-edited'])

/**
 * Whether external content has entered this conversation, in any turn: the result of a tool that returns or
 * relays such content, or the text of a skill that came from outside. A tool or skill that no longer exists
 * counts as external.
 */
export async function hasUntrustedInput({
  taint,
  session,
  skills,
  viewer,
}: Pick<ToolServices, 'taint' | 'session' | 'skills' | 'viewer'>): Promise<boolean> {
  if (taint.untrustedInput) return true
  const ids = [...new Set([...taint.skills, ...session.active.map(({ skillId }) => skillId)])]
  if (ids.length === 0) return false
  const found = await skills.getMany(viewer, ids)
  return (
    found.length < ids.length ||
    found.some(({ origin }) => !trustedProvenances.has(origin.provenance))
  )
}
