import type { RevisionDigest } from '../../base/ids.ts'
import type { Skill } from '../../domain/skill.ts'
import { routingForModels } from './routing-of.ts'
import type { SkillRouting } from './skill-routing.ts'

/** The one that was not asked for longest goes first. */
const maxCachedRevisions = 32_768

/** Caches the routing fields of revisions: a turn ranks about ninety candidates, and reading them anew takes longer than ranking. */
export class RoutingCache {
  readonly #revisions = new Map<RevisionDigest, SkillRouting | null>()
  readonly #maxRevisions: number

  constructor(maxRevisions = maxCachedRevisions) {
    this.#maxRevisions = maxRevisions
  }

  get size(): number {
    return this.#revisions.size
  }

  /** The same as {@link routingForModels}; null for a skill that is switched off or archived, too. */
  routingOf({ enabled, archivedAt, head }: Skill): SkillRouting | null {
    if (!enabled || archivedAt !== null) return null
    const known = this.#revisions.get(head.digest)
    const routing = known === undefined ? routingForModels(head) : known
    this.#revisions.delete(head.digest)
    this.#revisions.set(head.digest, routing)
    if (this.#revisions.size > this.#maxRevisions) this.#removeOldest()
    return routing
  }

  #removeOldest(): void {
    const oldest = this.#revisions.keys().next().value
    if (oldest) this.#revisions.delete(oldest)
  }
}
