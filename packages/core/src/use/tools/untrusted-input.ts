import type { Provenance } from '../../domain/skill.ts'
import type { ToolServices } from './tool.ts'

/** Who wrote a skill from within the organisation; all others are strangers. */
const trustedProvenances: ReadonlySet<Provenance> = new Set(['authored', 'agent'])

/**
 * Whether the agent may be led by a stranger's words: in this conversation, in whatever turn, it was given the
 * result of a tool that reads from outside, a file or the output of a program, or the text of a skill that came
 * from outside. A tool or a skill that is no longer there to be asked counts as one.
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
