import type { RevisionDigest, SkillId, TenantId, UserId } from '../../base/ids.ts'
import { qualityOf, type SkillQuality } from '../../domain/skill-quality.ts'
import type { UsageFacts } from '../../domain/skill-usage.ts'
import type { Clock } from '../../ports/clock.ts'
import type { MemberStore } from '../../ports/organisation.ts'
import type { ApprovedContent, ReviewStore } from '../../ports/reviews.ts'
import type { UsageStore } from '../../ports/usage.ts'
import type { IndexedSkill } from './live-segment.ts'

/** What the quality of skills is read from. */
export interface QualityOptions {
  readonly clock: Clock
  readonly storesOf: (tenantId: TenantId) => {
    readonly usage: Pick<UsageStore, 'groups'>
    readonly reviews: Pick<ReviewStore, 'approvedContents'>
    readonly members: Pick<MemberStore, 'list'>
  }
}

/** The quality of a skill, as of a few minutes ago. */
export type QualityOf = (skill: IndexedSkill) => SkillQuality

const dayMs = 86_400_000
/** Usage of older days says little of a skill as it is today. */
const usageDays = 90
/** What is read stays this long: a quality moves in days. */
const keptMs = 10 * 60_000
const maxTenants = 64
const maxUsedSkills = 10_000
const maxApproved = 50_000

interface Known {
  readonly readAt: number
  readonly quality: Promise<QualityOf>
}

/** Reads the quality of an organisation's skills once in ten minutes; a search in between costs no question to the store. */
export function createQualityReader(options: QualityOptions): (id: TenantId) => Promise<QualityOf> {
  const known = new Map<TenantId, Known>()
  return (tenantId) => {
    const now = options.clock.now()
    const before = known.get(tenantId)
    if (before && now - before.readAt < keptMs) return before.quality
    const quality = readQuality(options, tenantId)
    known.delete(tenantId)
    known.set(tenantId, { readAt: now, quality })
    quality.catch(() => known.delete(tenantId))
    for (const oldest of known.keys()) {
      if (known.size <= maxTenants) break
      known.delete(oldest)
    }
    return quality
  }
}

async function readQuality(
  { clock, storesOf }: QualityOptions,
  tenantId: TenantId,
): Promise<QualityOf> {
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
  return ({ id, digest, publishedOn, isValid, writtenBy }) =>
    qualityOf({
      ...{ ageInDays: today - publishedOn, isValid, usage: used.get(id) },
      isReviewed: (writtenBy !== null && people.has(writtenBy)) || isApproved(digest),
    })
}

function approvedBy(
  approved: readonly ApprovedContent[],
  people: ReadonlySet<UserId>,
): (digest: RevisionDigest) => boolean {
  const digests = new Set(approved.flatMap(({ digest, by }) => (people.has(by) ? digest : [])))
  return (digest) => digests.has(digest)
}
