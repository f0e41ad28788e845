import type { SkillId, SourceId } from '../../base/ids.ts'
import type { PendingRevisionHead } from '../../domain/pending-revision.ts'
import type { Skill } from '../../domain/skill.ts'
import type { SourceKind } from '../../domain/skill-source.ts'
import type { CatalogActor, CatalogDeps } from '../../keep/skills/catalog-deps.ts'
import { lockAddress, lockPath } from './lock-source.ts'
import { buildLock, type LockEntry, type SkillLock } from './skill-lock.ts'

export interface LockExport {
  readonly lock: SkillLock
  /** Skills of the organisation that no other server can read, and why: a clause. By slug. */
  readonly leftOut: readonly { readonly slug: string; readonly reason: string }[]
}

type Deps = Pick<CatalogDeps, 'store'>

const pageLimit = 200
const isCommit = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/

/** The exact skills of the organisation that came from sources, each with its source, commit, path and digest. */
export async function exportLock(deps: Deps, actor: CatalogActor): Promise<LockExport> {
  const skills = await organisationSkills(deps, actor)
  const arrivals = await approvedArrivals(deps)
  const entries: LockEntry[] = []
  const leftOut: { slug: string; reason: string }[] = []
  for (const skill of skills) {
    const entry = entryOf(skill, arrivals.get(skill.id) ?? [])
    if (typeof entry === 'string') leftOut.push({ slug: skill.slug, reason: entry })
    else entries.push(entry)
  }
  leftOut.sort((a, b) => (a.slug < b.slug ? -1 : 1))
  return { lock: buildLock(entries), leftOut }
}

/** Every skill of the organisation that is not archived. */
export async function organisationSkills(
  { store }: Deps,
  { principal }: CatalogActor,
): Promise<readonly Skill[]> {
  const skills: Skill[] = []
  let cursor: string | null | undefined
  while (cursor !== null) {
    const page = { limit: pageLimit, ...(cursor !== undefined && { cursor }) }
    const { items, nextCursor } = await store.skills.list(
      principal.userId,
      { scope: 'org', archived: false },
      page,
    )
    skills.push(...items)
    cursor = nextCursor
  }
  return skills
}

interface Approved {
  readonly held: PendingRevisionHead
  readonly kind: SourceKind
  readonly source: string | null
}

/** The approved arrivals of each skill, each with the source that it is of, the newest first. */
async function approvedArrivals({ store }: Deps): Promise<ReadonlyMap<SkillId, Approved[]>> {
  const found = new Map<SkillId, Approved[]>()
  for (const { id, config } of await store.sources.list()) {
    for (const held of await approvedOf(store.reviews, id)) {
      if (held.skillId === null) continue
      const approved = { held, kind: config.kind, source: lockAddress(config) }
      found.set(held.skillId, [...(found.get(held.skillId) ?? []), approved])
    }
  }
  for (const all of found.values()) all.sort((a, b) => b.held.createdAt - a.held.createdAt)
  return found
}

async function approvedOf(
  reviews: Deps['store']['reviews'],
  sourceId: SourceId,
): Promise<readonly PendingRevisionHead[]> {
  const all: PendingRevisionHead[] = []
  let cursor: string | null | undefined
  while (cursor !== null) {
    const page = { limit: pageLimit, ...(cursor !== undefined && { cursor }) }
    const approved = { audience: 'imports', sourceId, states: ['approved'] } as const
    const { items, nextCursor } = await reviews.list(approved, page)
    all.push(...items)
    cursor = nextCursor
  }
  return all
}

/** Its entry, or why it has none. */
function entryOf({ slug, head }: Skill, all: readonly Approved[]): LockEntry | string {
  const approved = all.find(({ held }) => held.digest === head.digest) ?? all[0]
  if (!approved) return 'it was written or imported here, or its source is gone'
  const { held, kind, source } = approved
  if (kind === 'samples') return 'it comes with the server'
  if (source === null) return 'its source has no https address'
  if (held.digest !== head.digest) return 'it was edited here'
  const { entryId, sourceVersion, digest } = held
  const commit = isCommit.test(sourceVersion) ? sourceVersion : null
  return { slug, kind, source, commit, path: lockPath(kind, entryId), digest }
}
