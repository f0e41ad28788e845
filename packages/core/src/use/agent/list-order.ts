import { truncate } from '@repertoire/skill-md'
import type { SkillId } from '../../base/ids.ts'
import { withoutPayload } from '../../base/text/frame-payload.ts'
import { renderSkillList } from '../../choose/catalogue/skill-list.ts'
import type { Skill } from '../../domain/skill.ts'
import { listOfferedSkills, mayUseSkills, rankOfOthers } from '../tools/offered-skills.ts'
import { type StepContext, toolServices } from './step-context.ts'

/** The toolsets whose prompt lists the library. */
const listingToolsets = ['library', 'portable'] as const
/** The skills that count as most used, and the hits that the first message and a later one add. */
const maxUsed = 50
const maxFirstMatches = 20
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
 * The skills that the lists of this prompt describe first: those that the conversation uses or its agent has,
 * what its messages speak of, the most used ones. It is chosen at a run's first step and recorded with it, so that all
 * steps have the same bytes. Later runs keep it, and put in front only what they need and whose description is missing.
 */
export async function listOrder(context: StepContext): Promise<ListOrder> {
  const { journal, tools } = context
  const last = journal.view.listOrder()
  const kept = { order: last ?? [], recorded: true }
  const services = toolServices(context, '')
  const { skillListMaxChars } = services.settings
  const lists = listingToolsets.some((name) => tools.toolsets.includes(name))
  if (!lists || !mayUseSkills(services) || journal.view.hasStarted()) return kept
  const listed = await listOfferedSkills(services, kept.order)
  const before = last ?? byUseCount(listed.offered, journal.run.startedAt)
  if (withoutDescription(listed.offered, before, skillListMaxChars) === null) return kept
  const needed = [...neededHere(context), ...(await matches(context, last === null))]
  const { offered } = listed.hasMore
    ? await listOfferedSkills(services, [...needed, ...before])
    : listed
  const undescribed = withoutDescription(offered, before, skillListMaxChars)
  if (last && !needed.some((id) => undescribed?.has(id))) return kept
  const known = new Set(offered.map(({ id }) => id))
  const order = [...new Set([...needed.filter((id) => known.has(id)), ...before])].slice(
    0,
    maxOrder,
  )
  const isSame = last !== null && order.join() === before.join()
  return isSame ? kept : { order, recorded: false }
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

/** The skills that the conversation has used, the latest one first, then its active ones, then its agent's. */
function neededHere({ journal, agent }: StepContext): readonly SkillId[] {
  const used = journal.events.flatMap(({ event }) => {
    if (event.type === 'skill-used' || event.type === 'fork-started') return [event.skill.skillId]
    return event.type === 'skills-state-changed' ? (event.skillIds ?? []) : []
  })
  const active = journal.session.active.map(({ skillId }) => skillId)
  return [...new Set([...used.toReversed(), ...active, ...(agent?.skillIds ?? [])])]
}

/**
 * What the person's messages speak of: all of them where the order is chosen first, later only the new one. A payload
 * from outside does not influence the lists.
 */
async function matches(
  { ports, principal, journal }: StepContext,
  isFirst: boolean,
): Promise<readonly SkillId[]> {
  const said = journal.events.flatMap(({ event }) =>
    event.type === 'message-received' ? [withoutPayload(event.text)] : [],
  )
  const newestFirst = said.toReversed().slice(0, isFirst ? undefined : 1)
  const text = truncate(newestFirst.join('\n'), maxMessageLength)
  if (text.trim() === '') return []
  const query = { text, limit: isFirst ? maxFirstMatches : maxMatches }
  const hits = await ports.search.search(principal.tenantId, principal.userId, query)
  return hits.map(({ skillId }) => skillId)
}
