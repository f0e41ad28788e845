import { setImmediate } from 'node:timers/promises'
import type { Skill } from '@modelcontextprotocol/server/ext/skills'
import type { TenantId } from '@repertoire/core/base'
import { anonymousViewer, type ManifestEntry, type PublishedSkill } from '@repertoire/core/domain'
import type { SkillStore } from '@repertoire/core/ports'
import {
  createPublishedCatalogues,
  type OfferedCatalogue,
} from '../../../publishing/registry/published-catalogues.ts'
import type { Application } from '../../base/application.ts'
import { shortDigest } from './short-digest.ts'
import type { SkillEntry } from './skill-entry.ts'

export interface ServedSkill {
  readonly published: PublishedSkill
  readonly entry: Skill
  readonly files: ReadonlyMap<string, ManifestEntry>
}

/** What an organisation serves as skills of the protocol. */
export interface ServedCatalogue {
  /** By address. */
  readonly skills: readonly ServedSkill[]
  readonly byUri: ReadonlyMap<string, ServedSkill>
}

export interface ServedSkills {
  /** As new as the store. */
  of(tenantId: TenantId): Promise<ServedCatalogue>
  /** The skill of an address, also of a pinned one, which counts as long as that revision is published. */
  find(tenantId: TenantId, uri: string): Promise<ServedSkill | undefined>
}

const maxKept = 20_000
/** Files that are read at the same time. */
const atOnce = 20

/** What is known of a revision is computed once. */
export function createServedSkills(app: Application): ServedSkills {
  const catalogues = createPublishedCatalogues(app)
  const served = new WeakMap<OfferedCatalogue, Promise<ServedCatalogue>>()
  const kept = new Map<string, Promise<SkillEntry>>()

  function factsOf(store: SkillStore, skill: PublishedSkill, pinned = false) {
    const key = `${skill.id} ${skill.name} ${skill.digest} ${pinned}`
    const known = kept.get(key)
    if (known) return known
    const facts = readFacts(store, skill, pinned)
    kept.set(key, facts)
    facts.catch(() => kept.delete(key))
    const [oldest] = kept.keys()
    if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest)
    return facts
  }

  async function readFacts(store: SkillStore, skill: PublishedSkill, pinned: boolean) {
    const bytes = await store.file(anonymousViewer, skill.id, skill.digest, 'SKILL.md')
    const { describeSkill } = await import('./skill-entry.ts')
    return describeSkill(skill, bytes ?? new Uint8Array(), { pinned })
  }

  async function serve(tenantId: TenantId, { skills }: OfferedCatalogue): Promise<ServedCatalogue> {
    const store = app.store.tenant(tenantId).skills
    const listed: ServedSkill[] = []
    for (let at = 0; at < skills.length; at += atOnce) {
      const some = skills.slice(at, at + atOnce)
      const facts = await Promise.all(some.map((skill) => factsOf(store, skill)))
      // Thousands of them leave room for other requests.
      await setImmediate()
      for (const [index, { entry, files, reason }] of facts.entries()) {
        const published = some[index] as PublishedSkill
        if (entry) listed.push({ published, entry, files })
        else app.logger.debug({ skill: published.id, reason }, 'a skill is not served over MCP')
      }
    }
    const sorted = listed.toSorted((one, other) => (one.entry.uri < other.entry.uri ? -1 : 1))
    return { skills: sorted, byUri: new Map(sorted.map((one) => [one.entry.uri, one])) }
  }

  async function of(tenantId: TenantId): Promise<ServedCatalogue> {
    const catalogue = await catalogues.of(tenantId)
    const known = served.get(catalogue)
    if (known) return known
    const made = serve(tenantId, catalogue)
    served.set(catalogue, made)
    made.catch(() => served.delete(catalogue))
    return made
  }

  return {
    of,
    find: async (tenantId, uri) => {
      const listed = (await of(tenantId)).byUri.get(uri)
      if (listed) return listed
      const [, digest, name = ''] =
        /^skill:\/\/org\/r-([0-9a-f]{12})\/([a-z0-9-]+)\/SKILL\.md$/.exec(uri) ?? []
      const published = (await catalogues.of(tenantId)).byName.get(name)
      if (!published || shortDigest(published.digest) !== digest) return undefined
      const { entry, files } = await factsOf(app.store.tenant(tenantId).skills, published, true)
      return entry ? { published, entry, files } : undefined
    },
  }
}
