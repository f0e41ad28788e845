import { truncate } from '@repertoire/skill-md'
import type { SkillId } from '../../base/ids.ts'
import { withoutPayload } from '../../base/text/frame-payload.ts'
import { renderSkillList } from '../../choose/catalogue/skill-list.ts'
import type { LoggedEvent } from '../../domain/events.ts'
import type { Skill } from '../../domain/skill.ts'
import { lastMessage } from '../conversation/transcript.ts'
import { listOfferedSkills, mayUseSkills, rankOfOthers } from '../tools/offered-skills.ts'
import { type StepContext, toolServices } from './step-context.ts'

/** The toolsets whose prompt lists the library. */
const listingToolsets = ['library', 'portable'] as const
/** The skills that count as most used, and the hits that a message adds. */
const maxUsed = 50
const maxMatches = 3
const maxOrder = 200
const maxMessageLength = 2_000
const recentMs = 30 * 24 * 60 * 60 * 1_000

/** The order of preference for the lists of a prompt; `recorded` where the log has it already. */
export interface ListOrder {
  readonly order: readonly SkillId[]
  readonly recorded: boolean
}

/**
 * The skills that the lists of this prompt describe first (B2, D4). It is chosen at a run's first step and recorded with
 * it, so that all steps have the same bytes. Later runs of the conversation keep it, and extend it only by skills that
 * they need and whose description is missing: used in this conversation, or matching the message.
 */
export async function listOrder(context: StepContext): Promise<ListOrder> {
  const { journal, turn, tools } = context
  const last = lastRecorded(journal.events)
  const kept = { order: last?.order ?? [], recorded: true }
  const services = toolServices(context, '')
  const lists = listingToolsets.some((name) => tools.toolsets.includes(name))
  if (!lists || !mayUseSkills(services) || startedBefore(context)) return kept
  const { offered } = await listOfferedSkills(services, kept.order)
  const before = last?.order ?? byUseCount(offered, journal.run.startedAt)
  const undescribed = withoutDescription(offered, before, services.settings.skillListMaxChars)
  if (undescribed === null) return kept
  const missing = (ids: readonly SkillId[]) => ids.filter((id) => undescribed.has(id))
  const used = missing(usedHere(journal.events, turn.runId))
  const matching = missing(await matches(context))
  const order = [...new Set([...used, ...before, ...matching])]
  if (last && order.length === before.length && used.length === 0) return kept
  // Over the limit the most used of today take the place of what earlier messages brought up.
  const fresh = [...used, ...matching, ...byUseCount(offered, journal.run.startedAt)]
  return { order: order.length > maxOrder ? [...new Set(fresh)] : order, recorded: false }
}

function lastRecorded(events: readonly LoggedEvent[]) {
  const last = events.findLast(({ event }) => event.type === 'step-started' && event.listOrder)
  return last?.event.type === 'step-started' && last.event.listOrder
    ? { order: last.event.listOrder }
    : null
}

function startedBefore({ journal, turn }: StepContext): boolean {
  return journal.events.some(
    ({ runId, event }) => runId === turn.runId && event.type === 'step-started' && !event.fork,
  )
}

/** Recently used before others, then by how often, then by slug. `now`: epoch milliseconds. Pure. */
export function byUseCount(skills: readonly Skill[], now: number): readonly SkillId[] {
  const recent = ({ lastUsedAt }: Skill) => (lastUsedAt ?? 0) > now - recentMs
  return skills
    .filter(({ useCount }) => useCount > 0)
    .sort(
      (a, b) =>
        Number(recent(b)) - Number(recent(a)) ||
        b.useCount - a.useCount ||
        (a.slug < b.slug ? -1 : 1),
    )
    .slice(0, maxUsed)
    .map(({ id }) => id)
}

/** The skills whose description a list in this order leaves out; null when it has them all in full. */
function withoutDescription(
  offered: readonly Skill[],
  order: readonly SkillId[],
  limit: number,
): ReadonlySet<SkillId> | null {
  const ranks = new Map(order.map((id, rank) => [id, rank]))
  const { complete, undescribed } = renderSkillList(
    offered.map((skill) => ({
      slug: skill.slug,
      texts: [skill.head.description, skill.head.whenToUse, skill.head.tags.join(', ')],
      rank: ranks.get(skill.id) ?? rankOfOthers(skill),
    })),
    { limit, hasMore: false, line: (slug, texts) => `- ${slug}: ${texts.join(' ')}` },
  )
  if (complete) return null
  const slugs = new Set(undescribed)
  return new Set(offered.filter(({ slug }) => slugs.has(slug)).map(({ id }) => id))
}

/** The skills that earlier turns of the conversation used, the latest one first. */
function usedHere(events: readonly LoggedEvent[], runId: string): readonly SkillId[] {
  const used = events.flatMap(({ runId: ofRun, event }) => {
    if (ofRun === runId) return []
    if (event.type === 'skill-used' || event.type === 'fork-started') return [event.skill.skillId]
    return event.type === 'skills-state-changed' ? (event.skillIds ?? []) : []
  })
  return [...new Set(used.toReversed())]
}

/** A payload from outside does not influence the lists (E8). */
async function matches({ ports, principal, journal }: StepContext): Promise<readonly SkillId[]> {
  const text = truncate(withoutPayload(lastMessage(journal.events)), maxMessageLength)
  if (text.trim() === '') return []
  const query = { text, limit: maxMatches }
  const hits = await ports.search.search(principal.tenantId, principal.userId, query)
  return hits.map(({ skillId }) => skillId)
}
