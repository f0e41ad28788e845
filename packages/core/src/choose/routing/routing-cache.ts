import type { RevisionDigest } from '../../base/ids.ts'
import type { Skill } from '../../domain/skill.ts'
import { routingForModels } from './routing-of.ts'
import type { SkillRouting } from './skill-routing.ts'

const maxCachedRevisions = 32_768

/**
 * Caches the routing fields of revisions: a turn ranks about ninety candidates, and reading them anew takes longer than
 * ranking. Of two generations, the older goes when the newer is full; what is asked for moves to the newer one.
 */
export class RoutingCache {
  #newer = new Map<RevisionDigest, SkillRouting | null>()
  #older: ReadonlyMap<RevisionDigest, SkillRouting | null> = new Map()
  readonly #maxNewer: number

  constructor(maxRevisions = maxCachedRevisions) {
    this.#maxNewer = maxRevisions / 2
  }

  get size(): number {
    return this.#newer.size + this.#older.size
  }

  /** The same as {@link routingForModels}; null for a skill that is switched off or archived, too. */
  routingOf({ enabled, archivedAt, head }: Skill): SkillRouting | null {
    if (!enabled || archivedAt !== null) return null
    const known = this.#newer.get(head.digest)
    if (known !== undefined) return known
    const before = this.#older.get(head.digest)
    const routing = before === undefined ? routingForModels(head) : before
    if (this.#newer.size >= this.#maxNewer) {
      this.#older = this.#newer
      this.#newer = new Map()
    }
    this.#newer.set(head.digest, routing)
    return routing
  }
}
