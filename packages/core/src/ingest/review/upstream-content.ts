import { folderNameOf } from '@repertoire/skill-md'
import type { RevisionDigest } from '../../base/ids.ts'
import type { PendingRevision, PendingRevisionHead } from '../../domain/pending-revision.ts'
import type { Skill } from '../../domain/skill.ts'
import type { CatalogDeps } from '../../keep/skills/catalog-deps.ts'
import { ingestPackage } from '../packages/ingest-package.ts'

type Deps = Pick<CatalogDeps, 'store' | 'sha256'>

/** The newest arrivals of a skill that are compared with its head by their bytes. */
const maxCompared = 5
/** And by their digests. */
const maxListed = 200

/**
 * The approved arrival, of these, whose content the head of a skill is: the same bytes, or those with the skill's slug
 * written into them because another skill has the slug that it came with.
 */
export async function importOfHead(
  { store, sha256 }: Deps,
  skill: Skill,
  arrivals: readonly PendingRevisionHead[],
): Promise<PendingRevision | null> {
  const { head, slug, scope, createdBy: author } = skill
  const approved = arrivals.filter(({ state }) => state === 'approved')
  const same = approved.find(({ digest }) => digest === head.digest)
  if (same) return store.reviews.get(same.id, 'imports')
  for (const { id, slug: cameAs, entryId, origin } of approved.slice(0, maxCompared)) {
    if (cameAs === slug) continue
    const files = await store.reviews.files(id, 'imports')
    const placed = files && {
      ...{ files, folderName: folderNameOf(entryId), scope, origin, author, overrides: { slug } },
    }
    const outcome = placed && ingestPackage(placed, sha256)
    if (outcome?.ok && outcome.arrival.facts.digest === head.digest)
      return store.reviews.get(id, 'imports')
  }
  return null
}

/**
 * Whether the content of a skill is one that no source gave. A restored revision of a source is not edited.
 * `appliedDigest`: of the content that is known to be the source's.
 */
export async function isEditedHere(
  deps: Deps,
  skill: Skill,
  appliedDigest: RevisionDigest | null,
): Promise<boolean> {
  if (skill.head.digest === appliedDigest) return false
  const approved = { audience: 'imports', skillId: skill.id, states: ['approved'] } as const
  const { items } = await deps.store.reviews.list(approved, { limit: maxListed })
  const ofSources = items.filter(({ sourceId }) => sourceId !== null)
  return (await importOfHead(deps, skill, ofSources)) === null
}
