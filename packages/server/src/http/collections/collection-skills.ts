import type { SkillId, TenantId } from '@repertoire/core/base'
import {
  anonymousViewer,
  type CollectionPromotion,
  type PublishedSkill,
  selectPublished,
} from '@repertoire/core/domain'
import { publishedAtRevision } from '@repertoire/core/report'
import type {
  OfferedCatalogue,
  PublishedCatalogues,
} from '../../publishing/registry/published-catalogues.ts'
import type { Application } from '../base/application.ts'
import type { TakenCollection } from './find-taken-collection.ts'

/** Skills that a query can put into a collection. */
const maxFound = 500

type Asked = Pick<TakenCollection, 'tenantId' | 'collection' | 'label'>

/**
 * The skills that clients of a collection get now, by name. `canary`: of what the organisation publishes, those of its
 * selection. `production`: the promoted revisions of what is still published; without a promotion as canary.
 */
export async function collectionSkills(
  app: Pick<Application, 'search' | 'store'>,
  catalogues: PublishedCatalogues,
  asked: Asked,
): Promise<readonly PublishedSkill[]> {
  const { tenantId, collection, label } = asked
  const catalogue = await catalogues.of(tenantId)
  const chosen =
    label === 'production' && collection.promotion
      ? await promotedSkills(app, catalogue, { tenantId, promotion: collection.promotion })
      : await newestSkills(app, catalogue, asked)
  return chosen.toSorted((one, other) => (one.name < other.name ? -1 : 1))
}

async function newestSkills(
  { search }: Pick<Application, 'search'>,
  { skills }: OfferedCatalogue,
  { tenantId, collection: { selection } }: Asked,
): Promise<readonly PublishedSkill[]> {
  const found = new Set<SkillId>()
  if (selection.kind === 'query') {
    const options = { limit: maxFound, prefixLastWord: false, includeDisabled: false }
    const hits = await search.search(tenantId, anonymousViewer, {
      text: selection.query,
      ...options,
    })
    for (const { skillId } of hits) found.add(skillId)
  }
  return selectPublished(selection, skills, found)
}

interface Promoted {
  readonly tenantId: TenantId
  readonly promotion: CollectionPromotion
}

/** What was disabled, deleted or revoked since is not given out. */
async function promotedSkills(
  { store }: Pick<Application, 'store'>,
  { byId }: OfferedCatalogue,
  { tenantId, promotion }: Promoted,
): Promise<readonly PublishedSkill[]> {
  const { skills, reviews } = store.tenant(tenantId)
  const revoked = new Set((await reviews.revocations()).map(({ digest }) => digest))
  const found = await Promise.all(
    promotion.pinned.map(async ({ skillId, digest }) => {
      const skill = byId.get(skillId)
      if (!skill || revoked.has(digest)) return []
      if (skill.digest === digest) return [skill]
      const revisions = await skills.revisions(anonymousViewer, skillId)
      const revision = revisions.find((one) => one.digest === digest)
      return revision ? [publishedAtRevision(skill, revision)] : []
    }),
  )
  return found.flat()
}
