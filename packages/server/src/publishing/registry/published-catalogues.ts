import type { Sha256, SkillId, TenantId } from '@repertoire/core/base'
import { anonymousViewer, type PublishedSkill, type Skill } from '@repertoire/core/domain'
import type { Clock, SkillStore, Store } from '@repertoire/core/ports'
import { indexTag, publishedSkills } from '@repertoire/core/report'
import type { Logger } from 'pino'

/** What an organisation publishes, as its registry lists it. */
export interface OfferedCatalogue {
  readonly skills: readonly PublishedSkill[]
  readonly byName: ReadonlyMap<string, PublishedSkill>
  readonly byId: ReadonlyMap<SkillId, PublishedSkill>
  /** See `indexTag`. */
  readonly tag: string
}

export interface PublishedCatalogues {
  /** As new as the store. */
  of(tenantId: TenantId): Promise<OfferedCatalogue>
}

interface PublishedCataloguesDeps {
  readonly store: Store
  readonly clock: Clock
  readonly sha256: Sha256
  readonly logger: Logger
}

/** Use counts are no changes of the feed, so lists are read again after this many milliseconds. */
const maxAgeMs = 60_000
const maxTenants = 32

interface Kept {
  readonly changeSeq: number
  readonly readAt: number
  readonly catalogue: Promise<OfferedCatalogue>
}

/** Keeps the catalogues of the organisations asked last, each until one of its skills changes. */
export function createPublishedCatalogues(deps: PublishedCataloguesDeps): PublishedCatalogues {
  const { store, clock } = deps
  const kept = new Map<TenantId, Kept>()
  return {
    of: async (tenantId) => {
      const { skills } = store.tenant(tenantId)
      const changeSeq = await skills.lastChangeSeq()
      const known = kept.get(tenantId)
      const readAt = clock.now()
      if (known?.changeSeq === changeSeq && readAt - known.readAt < maxAgeMs) return known.catalogue
      const catalogue = readCatalogue(deps, skills)
      kept.delete(tenantId)
      kept.set(tenantId, { changeSeq, readAt, catalogue })
      catalogue.catch(() => kept.delete(tenantId))
      const [oldest] = kept.keys()
      if (kept.size > maxTenants && oldest !== undefined) kept.delete(oldest)
      return catalogue
    },
  }
}

async function readCatalogue(
  { sha256, logger }: PublishedCataloguesDeps,
  store: SkillStore,
): Promise<OfferedCatalogue> {
  const { skills, leftOut } = publishedSkills(await enabledSkills(store))
  if (leftOut.length > 0) logger.debug({ leftOut }, 'skills are not in the registry')
  return {
    skills,
    byName: new Map(skills.map((skill) => [skill.name, skill])),
    byId: new Map(skills.map((skill) => [skill.id, skill])),
    tag: indexTag(skills, sha256),
  }
}

async function enabledSkills(store: SkillStore): Promise<readonly Skill[]> {
  const found: Skill[] = []
  let cursor: string | undefined
  do {
    const filter = { scope: 'org', enabled: true, archived: false } as const
    const page = await store.list(anonymousViewer, filter, { cursor, limit: 200 })
    found.push(...page.items)
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  return found
}
