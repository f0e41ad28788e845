import type { RevisionDigest, SkillId, TenantId, Timestamp, UserId } from '../../base/ids.ts'
import { qualityOf, type SkillQuality } from '../../domain/skill-quality.ts'
import type { UsageFacts } from '../../domain/skill-usage.ts'
import type { Clock } from '../../ports/clock.ts'
import type { MemberStore } from '../../ports/organisation.ts'
import type { ApprovedContent, ReviewStore } from '../../ports/reviews.ts'
import type { UsageStore } from '../../ports/usage.ts'
import type { IndexedSkill } from './live-segment.ts'
import { TenantCache } from './tenant-cache.ts'

/** What the quality of skills is read from. */
export interface QualityOptions {
  readonly clock: Clock
  readonly storesOf: (tenantId: TenantId) => {
    readonly usage: Pick<UsageStore, 'groups'>
    readonly reviews: Pick<ReviewStore, 'approvedContents'>
    readonly members: Pick<MemberStore, 'list'>
  }
}

export type QualityOf = (skill: IndexedSkill) => SkillQuality

/** The quality of an organisation's skills, as of a few minutes ago. */
export interface TenantQuality {
  readonly of: QualityOf
  /** What it would be if a person approved the revision. */
  readonly asApproved: QualityOf
}

const dayMs = 86_400_000
/** Usage of older days says little of a skill as it is today. */
const usageDays = 90
/** What is read stays this long: a quality moves in days. */
const keptMs = 10 * 60_000
const maxUsedSkills = 10_000
const maxApproved = 50_000

interface Known {
  readonly readAt: Timestamp
  readonly quality: Promise<TenantQuality>
}

/**
 * Reads the quality of an organisation's skills once in ten minutes; a search in between asks the store nothing, and none but
 * the first waits for it.
 */
export function createQualityReader(
  options: QualityOptions,
): (id: TenantId) => Promise<TenantQuality> {
  const known = new TenantCache<Known>()
  return (tenantId) => {
    const readAt = options.clock.now()
    const before = known.get(tenantId)
    if (before && readAt - before.readAt < keptMs) return before.quality
    const quality = readQuality(options, tenantId)
    known.set(tenantId, { readAt, quality: before?.quality ?? quality })
    quality.then(
      () => known.set(tenantId, { readAt, quality }),
      // What was read before is as good as nothing new; without it, the next search reads again.
      () => before ?? known.delete(tenantId),
    )
    return before?.quality ?? quality
  }
}

async function readQuality(
  { clock, storesOf }: QualityOptions,
  tenantId: TenantId,
): Promise<TenantQuality> {
  const { usage, reviews, members } = storesOf(tenantId)
  const today = Math.floor(clock.now() / dayMs)
  const query = { fromDay: today - usageDays, toDay: today, by: 'skill', person: null } as const
  const [groups, approved, everybody] = await Promise.all([
    usage.groups(query, maxUsedSkills),
    reviews.approvedContents(maxApproved),
    members.list(),
  ])
  const used = new Map<SkillId, UsageFacts>(
    groups.flatMap(({ key, facts }) => (key.skillId ? [[key.skillId, facts]] : [])),
  )
  const people = new Set<UserId>(everybody.flatMap(({ id, kind }) => (kind === 'person' ? id : [])))
  const isApproved = approvedBy(approved, people)
  const factsOf = ({ id, publishedOn, isValid }: IndexedSkill) => {
    return { ageInDays: today - publishedOn, isValid, usage: used.get(id) }
  }
  const isReviewed = ({ digest, writtenBy }: IndexedSkill) =>
    (writtenBy !== null && people.has(writtenBy)) || isApproved(digest)
  return {
    of: (skill) => qualityOf({ ...factsOf(skill), isReviewed: isReviewed(skill) }),
    asApproved: (skill) => qualityOf({ ...factsOf(skill), isReviewed: true }),
  }
}

function approvedBy(
  approved: readonly ApprovedContent[],
  people: ReadonlySet<UserId>,
): (digest: RevisionDigest) => boolean {
  const digests = new Set(approved.flatMap(({ digest, by }) => (people.has(by) ? digest : [])))
  return (digest) => digests.has(digest)
}
