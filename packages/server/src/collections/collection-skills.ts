import { type PublishedSkill, type SkillId, selectPublished } from '@repertoire/core'
import type { Application } from '../http/application.ts'
import { nobody } from '../registry/nobody.ts'
import type { PublishedCatalogues } from '../registry/published-catalogues.ts'
import type { TakenCollection } from './find-taken-collection.ts'

/** Skills that a query can put into a collection. */
const maxFound = 500

/** The skills that a collection has now, by name: of what the organisation publishes, those of its selection. */
export async function collectionSkills(
  { search }: Pick<Application, 'search'>,
  catalogues: PublishedCatalogues,
  { tenantId, collection: { selection } }: Pick<TakenCollection, 'tenantId' | 'collection'>,
): Promise<readonly PublishedSkill[]> {
  const { skills } = await catalogues.of(tenantId)
  const found = new Set<SkillId>()
  if (selection.kind === 'query') {
    const options = { limit: maxFound, prefixLastWord: false, includeDisabled: false }
    const hits = await search.search(tenantId, nobody, { text: selection.query, ...options })
    for (const { skillId } of hits) found.add(skillId)
  }
  const chosen = selectPublished(selection, skills, found)
  return chosen.toSorted((one, other) => (one.name < other.name ? -1 : 1))
}
