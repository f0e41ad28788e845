import {
  type AllowedToolsSettings,
  meaningOfAllowedTools,
} from '../../domain/allowed-tools-meaning.ts'
import type { ActiveSkill } from '../../domain/session-state.ts'
import { skillFolderNote } from '../scripts/skill-folder.ts'

/** Of a skill from a registry no files are here. */
export function promptBlockOf(skill: ActiveSkill, body: string, settings: AllowedToolsSettings) {
  const { name, slug, fetchedFrom } = skill
  if (!fetchedFrom) {
    const notes = [skillFolderNote(slug, body), allowedToolsNote(skill, settings)]
    return { name, body, note: notes.filter((note) => note !== '').join('\n') }
  }
  const { registry, id } = fetchedFrom
  return { name, body, from: `an outside skill, from ${registry}: ${id}` }
}

/** Names of tools are the author's words, so this sentence of ours repeats none. */
function allowedToolsNote(
  { skillId, slug, allowedTools }: ActiveSkill,
  settings: AllowedToolsSettings,
): string {
  if (!allowedTools) return ''
  return meaningOfAllowedTools(settings, skillId) === 'restrict'
    ? `The allowed-tools of ${slug} restrict: while it is active, calls of tools that no such list names are refused.`
    : `The allowed-tools of ${slug} pre-approve: where policy permits, the listed tools need no confirmation while it is active. Other tools are not refused.`
}
