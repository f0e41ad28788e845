import type { RevisionDigest, SkillId, TraceId } from '../../base/ids.ts'
import type { Advisory, AdvisoryException } from '../../domain/advisory.ts'
import type { Skill } from '../../domain/skill.ts'
import type { JudgingDeps } from '../checks/package-assessor.ts'
import { advisoryAgainst, criticalAdvisories } from '../origin/match-advisory.ts'
import { suggestPreviousRevision } from '../review/suggest-previous-revision.ts'

/** What an advisory took out of use. */
export interface AppliedAdvisory {
  readonly advisory: Advisory
  readonly digest: RevisionDigest
  readonly disabled: readonly Skill[]
}

/** Conversations named in an audit entry. */
const maxConversations = 100
/** Skills read at a time. */
const pageSize = 500

/**
 * Takes everything out of use that critical advisories name: contents by their digest, and the contents of skills by where
 * those came from. The last good revision of each disabled skill waits as an update. What an owner excepted stays. Idempotent.
 */
export async function applyAdvisories(
  deps: JudgingDeps,
  traceId: TraceId,
): Promise<readonly AppliedAdvisory[]> {
  const { advisories: store, reviews } = deps.store
  const critical = criticalAdvisories(await store.lists())
  if (critical.length === 0) return []
  const [revocations, exceptions] = await Promise.all([reviews.revocations(), store.exceptions()])
  const revoked = new Set(revocations.map(({ digest }) => digest))
  const named = await namedContents(deps, critical, exceptions)
  const applied: AppliedAdvisory[] = []
  for (const [digest, advisory] of named) {
    if (!revoked.has(digest)) applied.push(await applyTo(deps, traceId, { digest, advisory }))
  }
  return applied
}

/** By digest, with the first advisory that names it. */
async function namedContents(
  deps: JudgingDeps,
  critical: readonly Advisory[],
  exceptions: readonly AdvisoryException[],
): Promise<ReadonlyMap<RevisionDigest, Advisory>> {
  const counting = (digest: RevisionDigest) => {
    const excepted = exceptions.find((one) => one.digest === digest)?.advisoryIds ?? []
    return critical.filter(({ id }) => !excepted.includes(id))
  }
  const named = new Map<RevisionDigest, Advisory>()
  for (const { digests } of critical) {
    for (const digest of digests) {
      const advisory = counting(digest).find((one) => one.digests.includes(digest))
      if (advisory) named.set(digest, advisory)
    }
  }
  if (!critical.some(({ publishers, sources }) => publishers.length + sources.length > 0))
    return named
  for await (const { head, origin } of everySkill(deps)) {
    const advisory = advisoryAgainst(counting(head.digest), origin)
    if (advisory && !named.has(head.digest)) named.set(head.digest, advisory)
  }
  return named
}

async function* everySkill({ store }: JudgingDeps): AsyncGenerator<Skill> {
  let after: SkillId | null = null
  for (;;) {
    const page = await store.skills.indexable(after, pageSize)
    for (const { skill } of page) yield skill
    after = page.at(-1)?.skill.id ?? null
    if (page.length < pageSize) return
  }
}

async function applyTo(
  deps: JudgingDeps,
  traceId: TraceId,
  { digest, advisory }: Pick<AppliedAdvisory, 'digest' | 'advisory'>,
): Promise<AppliedAdvisory> {
  const { store, clock, ids } = deps
  const { id, severity, reason, url } = advisory
  const at = clock.now()
  const disabled = await store.reviews.revoke({
    ...{ digest, severity, reason: `${id}: ${reason}`, url, by: null, at },
  })
  // A list names many contents that were never here.
  const used = await store.usage.conversationsWith(
    { digests: [digest], person: null },
    maxConversations,
  )
  if (disabled.length > 0 || used.length > 0) {
    const conversations = used.map(({ conversationId, lastDay }) => ({
      ...{ id: conversationId, last_used_on: dayText(lastDay) },
    }))
    const skills = disabled.map((skill) => skill.id)
    await store.audit.append([
      {
        ...{ id: ids.next('aud'), at, traceId, actor: null, credentialId: null, address: null },
        ...{ action: 'advisory-applied', target: digest },
        details: { advisory: id, severity, reason, url, disabled: skills, conversations },
      },
    ])
  }
  await suggestPreviousRevision(deps, null, disabled)
  return { advisory, digest, disabled }
}

function dayText(day: number): string {
  return new Date(day * 86_400_000).toISOString().slice(0, 10)
}
