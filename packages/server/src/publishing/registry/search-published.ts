import type { TenantId } from '@repertoire/core/base'
import { anonymousViewer, type PublishedSkill } from '@repertoire/core/domain'
import type { SkillSearch } from '@repertoire/core/ports'
import type { OfferedCatalogue } from './published-catalogues.ts'

/** Hits that are ranked before those that are not published are left out. */
const maxRankedHits = 500

/** What a search finds of a catalogue, best first. */
export async function searchPublished(
  { search }: { readonly search: SkillSearch },
  tenantId: TenantId,
  {
    q,
    limit,
    catalogue,
  }: { readonly q: string; readonly limit: number; readonly catalogue: OfferedCatalogue },
): Promise<readonly PublishedSkill[]> {
  const query = { text: q, limit: maxRankedHits, prefixLastWord: true, includeDisabled: false }
  const hits = await search.search(tenantId, anonymousViewer, query)
  return hits.flatMap(({ skillId }) => catalogue.byId.get(skillId) ?? []).slice(0, limit)
}
