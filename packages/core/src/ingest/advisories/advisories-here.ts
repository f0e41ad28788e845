import type { ConversationId, RevisionDigest, UserId } from '../../base/ids.ts'
import type { Advisory, AdvisoryException, AdvisoryListOwner } from '../../domain/advisory.ts'
import type { Skill } from '../../domain/skill.ts'
import type { TenantStore } from '../../ports/store.ts'
import { advisoryAgainst } from '../origin/match-advisory.ts'

/** A content that an advisory names, as a person may see it. */
export interface NamedContent {
  readonly digest: RevisionDigest
  readonly skills: readonly Skill[]
  readonly isRevoked: boolean
  readonly exception: AdvisoryException | null
  /** The person's own conversations in which a model received it, with the last day in UTC days. */
  readonly conversations: readonly { readonly id: ConversationId; readonly lastDay: number }[]
}

export interface AdvisoryHere {
  readonly list: AdvisoryListOwner
  readonly advisory: Advisory
  readonly contents: readonly NamedContent[]
}

type Stores = Pick<TenantStore, 'advisories' | 'reviews' | 'skills' | 'usage'>

/** Skills and digests read at a time. */
const pageSize = 200
const maxConversations = 100

/** The advisories that concern skills and conversations which a person may see. Those of anything else are left out. */
export async function advisoriesHere(
  store: Stores,
  person: UserId,
): Promise<readonly AdvisoryHere[]> {
  const all = (await store.advisories.lists()).flatMap(({ owner, content }) =>
    (content?.advisories ?? []).map((advisory) => ({ list: owner, advisory })),
  )
  if (all.length === 0) return []
  const [skills, revocations, exceptions] = await Promise.all([
    visibleSkills(store, person),
    store.reviews.revocations(),
    store.advisories.exceptions(),
  ])
  const revoked = new Set(revocations.map(({ digest }) => digest))
  const named = new Set([
    ...all.flatMap(({ advisory }) => advisory.digests),
    ...skills.map(({ head }) => head.digest),
  ])
  const used = await conversationsOf(store, person, [...named])
  return all.flatMap(({ list, advisory }) => {
    const concerned = skills.filter((skill) => concerns(advisory, skill))
    const digests = new Set([
      ...concerned.map(({ head }) => head.digest),
      ...advisory.digests.filter((digest) => used.has(digest)),
    ])
    const contents = [...digests].map((digest) => ({
      digest,
      skills: concerned.filter(({ head }) => head.digest === digest),
      isRevoked: revoked.has(digest),
      exception: exceptionFor(exceptions, { digest, advisory }),
      conversations: used.get(digest) ?? [],
    }))
    return contents.length === 0 ? [] : [{ list, advisory, contents }]
  })
}

function concerns(advisory: Advisory, { head, origin }: Skill): boolean {
  return advisory.digests.includes(head.digest) || advisoryAgainst([advisory], origin) !== undefined
}

function exceptionFor(
  exceptions: readonly AdvisoryException[],
  { digest, advisory }: { readonly digest: RevisionDigest; readonly advisory: Advisory },
): AdvisoryException | null {
  const found = exceptions.find((one) => one.digest === digest)
  return found?.advisoryIds.includes(advisory.id) ? found : null
}

async function visibleSkills(store: Stores, person: UserId): Promise<readonly Skill[]> {
  const skills: Skill[] = []
  let cursor: string | undefined
  do {
    const page = await store.skills.list(person, {}, { limit: pageSize, cursor })
    skills.push(...page.items)
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  return skills
}

async function conversationsOf(
  store: Stores,
  person: UserId,
  digests: readonly RevisionDigest[],
): Promise<ReadonlyMap<RevisionDigest, NamedContent['conversations']>> {
  const found = new Map<RevisionDigest, NamedContent['conversations']>()
  for (let at = 0; at < digests.length; at += pageSize) {
    const part = { digests: digests.slice(at, at + pageSize), person }
    for (const { digest, conversationId: id, lastDay } of await store.usage.conversationsWith(
      part,
      maxConversations,
    )) {
      found.set(digest, [...(found.get(digest) ?? []), { id, lastDay }])
    }
  }
  return found
}
