import type { SkillOrigin } from '../../domain/skill.ts'
import type { SkillSource } from '../skills/create-skill.ts'

/** The source of an import as a client states it; all fields may be absent. */
export type StatedSource = Partial<SkillSource>

/**
 * The origin of an imported skill: what the client states, and the path where it states no id. Without a type
 * the address decides. Pure.
 */
export function importOrigin(stated: StatedSource, path: string): SkillOrigin {
  const { sourceUrl = null, sourceRef = null, sourceId = null } = stated
  const sourceType = stated.sourceType ?? typeOf(sourceUrl)
  const provenance = sourceType === 'marketplace' ? 'catalog' : 'imported'
  return { sourceType, sourceUrl, sourceRef, sourceId: sourceId ?? path, provenance }
}

function typeOf(url: string | null): SkillOrigin['sourceType'] {
  if (url === null) return 'manual'
  return URL.parse(url)?.hostname === 'github.com' ? 'github' : 'url'
}
