import type { SkillId, UserId } from '@repertoire/core/base'
import {
  type InboxEntry,
  type PendingRevisionHead,
  type Principal,
  proposalKinds,
  type Skill,
} from '@repertoire/core/domain'
import { reviewAudience } from '@repertoire/core/ingest'
import type { TenantStore } from '@repertoire/core/ports'
import type { PendingRevisionBody } from '@repertoire/protocol'

interface Compared {
  readonly held: PendingRevisionHead
  /** The personal skill that would move. */
  readonly offered: Skill | null
  /** The skill that would change. */
  readonly skill: Skill | null
}

type Stores = Pick<TenantStore, 'reviews' | 'skills'>

/** Why nobody can approve a proposal any more; null where one can. */
export async function staleReason(
  { skills }: Pick<Stores, 'skills'>,
  { userId }: Principal,
  { held, offered, skill }: Compared,
): Promise<PendingRevisionBody['stale_reason']> {
  const { skillId, slug, baseDigest, state, proposal } = held
  if (!proposal || skillId === null || state !== 'held') return null
  if (!offered && !skill) return 'gone'
  if (!offered) return skill?.head.digest === baseDigest ? null : 'changed'
  if (offered.head.digest !== baseDigest) return 'offer-changed'
  const holders = await skills.list(userId, { scope: 'org', slug }, { limit: 1 })
  return holders.items.length > 0 ? 'slug-taken' : null
}

/** The ids of those entries of an inbox that are proposals nobody can approve any more. */
export async function outOfDateEntries(
  store: Stores,
  principal: Principal,
  entries: readonly InboxEntry[],
): Promise<ReadonlySet<string>> {
  const helds = await changingProposals(store, principal, entries)
  const own = await skillsOf(store, principal.userId, helds)
  const people = Map.groupBy(
    helds.filter(({ proposal }) => proposal?.conversationId === null),
    ({ proposal }) => proposal?.person ?? principal.userId,
  )
  const offered = new Map<string, Skill>()
  for (const [person, offers] of people) {
    const found = await skillsOf(store, person, offers)
    for (const { id, skillId } of offers) {
      const skill = skillId && found.get(skillId)
      if (skill && skill.scope.kind === 'user') offered.set(id, skill)
    }
  }
  const reasons = await Promise.all(
    helds.map((held) => {
      const moved = offered.get(held.id) ?? null
      const skill = moved || held.skillId === null ? null : (own.get(held.skillId) ?? null)
      return staleReason(store, principal, { held, offered: moved, skill })
    }),
  )
  return new Set(helds.filter((_, index) => reasons[index] !== null).map(({ id }) => id))
}

/** Those of the entries that propose a change of a skill. */
async function changingProposals(
  { reviews }: Stores,
  principal: Principal,
  entries: readonly InboxEntry[],
): Promise<readonly PendingRevisionHead[]> {
  const wanted = new Set<string>(
    entries
      .filter(({ kind, baseDigest }) => isProposal(kind) && baseDigest !== null)
      .map(({ id }) => id),
  )
  const found: PendingRevisionHead[] = []
  const filter = { audience: reviewAudience(principal), kinds: proposalKinds }
  let cursor: string | undefined
  while (found.length < wanted.size) {
    const page = await reviews.list({ ...filter, states: ['held'] }, { limit: 200, cursor })
    found.push(...page.items.filter(({ id }) => wanted.has(id)))
    if (page.nextCursor === null) break
    cursor = page.nextCursor
  }
  return found
}

function isProposal(kind: InboxEntry['kind']): boolean {
  return proposalKinds.some((one) => one === kind)
}

async function skillsOf(
  { skills }: Stores,
  viewer: UserId,
  helds: readonly PendingRevisionHead[],
): Promise<ReadonlyMap<SkillId, Skill>> {
  const ids = [...new Set(helds.flatMap(({ skillId }) => skillId ?? []))]
  const found = ids.length === 0 ? [] : await skills.getMany(viewer, ids)
  return new Map(found.map((skill) => [skill.id, skill]))
}
