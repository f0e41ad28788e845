import type { SkillId } from '../../base/ids.ts'
import type { Skill } from '../../domain/skill.ts'
import { hasRouting, routingOf } from './routing-of.ts'
import type { SkillRouting } from './skill-routing.ts'

/** Revisions kept at most, some 0.8 kB each; the one that was not asked for longest goes first. */
const maxCachedRevisions = 32_768

interface CachedRevision {
  readonly number: number
  readonly digest: string
  readonly slug: string
  readonly name: string
  /** Null when a revision may not be offered to a model, however its skill is switched. */
  readonly routing: SkillRouting | null
}

/**
 * Caches the routing data of revisions: a turn ranks about ninety candidates, and parsing them and deriving their
 * keywords is many times slower than ranking.
 */
export class RoutingCache {
  readonly #revisions = new Map<SkillId, CachedRevision>()
  readonly #maxRevisions: number

  constructor(maxRevisions = maxCachedRevisions) {
    this.#maxRevisions = maxRevisions
  }

  get size(): number {
    return this.#revisions.size
  }

  /** The same as {@link routingOf}; null when {@link hasRouting} says no. */
  routingOf(skill: Skill): SkillRouting | null {
    if (!skill.enabled || skill.archivedAt !== null) return null
    const known = this.#revisions.get(skill.id)
    const revision = known && isCurrentRevision(known, skill) ? known : readRevision(skill)
    this.#revisions.delete(skill.id)
    this.#revisions.set(skill.id, revision)
    const oldest = this.#revisions.keys().next().value
    if (this.#revisions.size > this.#maxRevisions && oldest) this.#revisions.delete(oldest)
    return revision.routing
  }
}

/** Equal digests are equal files; slug and name may come from elsewhere. */
function isCurrentRevision(revision: CachedRevision, { slug, head }: Skill): boolean {
  return (
    revision.digest === head.digest &&
    revision.number === head.number &&
    revision.slug === slug &&
    revision.name === head.name
  )
}

function readRevision(skill: Skill): CachedRevision {
  const { slug, head } = skill
  const { number, digest, name } = head
  const routing = hasRouting(skill) ? routingOf(slug, head) : null
  return { number, digest, slug, name, routing }
}
