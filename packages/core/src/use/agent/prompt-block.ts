import type { ActiveSkill } from '../../domain/session-state.ts'
import { skillFolderNote } from '../scripts/skill-folder.ts'

/** Of a skill from a registry no files are here. */
export function promptBlockOf({ name, slug, fetchedFrom }: ActiveSkill, body: string) {
  if (!fetchedFrom) return { name, body, note: skillFolderNote(slug, body) }
  const { registry, id } = fetchedFrom
  return { name, body, from: `a stranger's skill, from ${registry}: ${id}` }
}
