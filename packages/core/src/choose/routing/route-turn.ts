import type { SkillId, TenantId, UserId } from '../../base/ids.ts'
import type { RoutingSettings } from '../../domain/routing-settings.ts'
import type { Skill } from '../../domain/skill.ts'
import type { SearchHit, SkillSearch } from '../../ports/search-index.ts'
import type { SkillStore } from '../../ports/skills.ts'
import { withoutNearDuplicates } from './near-duplicates.ts'
import { type Ranking, rankSkills } from './rank-skills.ts'
import { isRoutable, routingOf } from './routing-of.ts'
import type { SkillRouter } from './routing-ports.ts'
import { type SkillScore, scoreSkill } from './score-skill.ts'
import type { SkillRouting } from './skill-routing.ts'
import { type RoutedTurn, readTurn, type TurnRouting } from './turn.ts'
import type { VocabularyIndex } from './vocabulary.ts'

/** What choosing skills for a turn takes. */
export interface RoutingServices {
  readonly tenantId: TenantId
  readonly viewer: UserId
  readonly skills: Pick<SkillStore, 'getMany'>
  readonly search: SkillSearch
  readonly router: SkillRouter
}

export interface RoutingRequest {
  readonly turn: Omit<TurnRouting, 'searchScores'>
  readonly settings: RoutingSettings
  readonly vocabulary: VocabularyIndex
}

/** A skill in the catalogue of a turn, and why it is there. */
export interface CatalogueEntry {
  readonly skill: Skill
  readonly routing: SkillRouting
  readonly score: number
  readonly fallback: number
  /** How well search finds it for the message; 0 when it does not. */
  readonly searchScore: number
  /** As {@link SkillScore} has them; `search`, or `fallback:50` when nothing else speaks for it. */
  readonly reasons: readonly string[]
  readonly slot: 'signal' | 'search' | 'fallback'
}

/** The skills offered in a turn, and what is not said about the others (E2). */
export interface RoutedCatalogue {
  readonly entries: readonly CatalogueEntry[]
  /** False: neither a signal nor search speaks for any of them. */
  readonly fits: boolean
  /** Skills that could be offered in this turn. */
  readonly eligible: number
  /** Left out because an entry stands for them already. */
  readonly suppressed: readonly { readonly slug: string; readonly by: string }[]
  readonly turn: RoutedTurn
}

/** Search hits that are looked at: enough for the slots and to break ties among the best. */
const maxSearchHits = 100
/** Candidates a slot, so that slots are full although some stand for others. */
const candidatesPerSlot = 3

/**
 * The catalogue of a turn (E2): the best by the score table in its signal slots, then the best by search, and
 * where signal slots stay empty, skills by priority. Deterministic: the same turn, skills and settings give
 * the same entries.
 */
export async function routeTurn(
  services: RoutingServices,
  request: RoutingRequest,
): Promise<RoutedCatalogue> {
  const { settings } = request
  const { tenantId, viewer, router } = services
  const hits = await searchMessage(services, request.turn.message)
  const turn = readRequest(request, hits)
  const limit = (settings.signalSlots + settings.searchSlots) * candidatesPerSlot
  const view = await router.routing(tenantId, viewer)
  const ranking = rankSkills(view, turn, { table: settings.table, limit })
  const candidates = await candidatesOf(services, { ranking, hits, turn, settings })
  const { kept, suppressed } = withoutNearDuplicates(candidates)
  const entries = fillSlots(
    kept.map(({ entry }) => entry),
    settings,
  )
  return {
    entries,
    fits: entries.some(({ score, searchScore }) => score > 0 || searchScore > 0),
    eligible: ranking.eligible,
    suppressed: [...suppressed].map(([item, by]) => ({ slug: item.slug, by: by.slug })),
    turn,
  }
}

/** The message as the router reads it, with what search finds for it. */
export function readRequest(
  { turn, settings, vocabulary }: RoutingRequest,
  hits: readonly SearchHit[],
): RoutedTurn {
  const scores = settings.searchBreaksTies ? hits : []
  const searchScores = new Map<SkillId, number>(
    scores.map(({ skillId, score }) => [skillId, score]),
  )
  return readTurn({ ...turn, searchScores }, vocabulary)
}

export async function searchMessage(
  { search, tenantId, viewer }: RoutingServices,
  text: string,
): Promise<readonly SearchHit[]> {
  if (text.trim() === '') return []
  return search.search(tenantId, viewer, { text, limit: maxSearchHits })
}

interface Selection {
  readonly ranking: Ranking
  readonly hits: readonly SearchHit[]
  readonly turn: RoutedTurn
  readonly settings: RoutingSettings
}

interface Candidate {
  readonly slug: string
  readonly name: string
  readonly description: string
  readonly contentHash: string
  readonly entry: CatalogueEntry
}

/** Best by the table first, then as search has them; read anew, so that what is gone since is not offered. */
async function candidatesOf(
  { skills, viewer }: RoutingServices,
  selection: Selection,
): Promise<readonly Candidate[]> {
  const { ranking, hits, settings } = selection
  const searchedFirst = hits
    .slice(0, settings.searchSlots * candidatesPerSlot)
    .map(({ skillId }) => skillId)
  const ids = [...new Set([...ranking.ranked.map(({ skill }) => skill.id), ...searchedFirst])]
  const found = new Map((await skills.getMany(viewer, ids)).map((skill) => [skill.id, skill]))
  const inOrder = ids.flatMap((id) => found.get(id) ?? []).filter(isRoutable)
  return inOrder.flatMap((skill) => candidate(skill, selection) ?? [])
}

function candidate(skill: Skill, selection: Selection): Candidate | null {
  const { ranking, hits, turn, settings } = selection
  const routing = routingOf(skill.slug, skill.head)
  const coActivatedBy = ranking.coActivatedBy.get(skill.slug) ?? null
  const score = scoreSkill(routing, turn, {
    ...{ table: settings.table, coActivatedBy },
    ownEnv: turn.environment.ownEnv?.get(skill.id),
  })
  if (score.dropped) return null
  const searchScore = hits.find(({ skillId }) => skillId === skill.id)?.score ?? 0
  const { slug, head } = skill
  const { name, description, contentHash } = head
  const entry = entryOf({ skill, routing, score, searchScore })
  return { slug, name, description, contentHash, entry }
}

function entryOf({
  skill,
  routing,
  score: { score, fallback, reasons },
  searchScore,
}: {
  readonly skill: Skill
  readonly routing: SkillRouting
  readonly score: Extract<SkillScore, { dropped: false }>
  readonly searchScore: number
}): CatalogueEntry {
  const slot = score > 0 ? 'signal' : searchScore > 0 ? 'search' : 'fallback'
  const shownReasons =
    slot === 'signal' ? reasons : slot === 'search' ? ['search'] : [`fallback:${fallback}`]
  return { skill, routing, score, fallback, searchScore, reasons: shownReasons, slot }
}

/**
 * What is too much for the signal slots may still be found by search. Signal slots that stay empty take the rest
 * as it is ranked: what search finds is no worse off for it, and comes first only where it breaks ties.
 */
function fillSlots(
  entries: readonly CatalogueEntry[],
  { signalSlots, searchSlots, searchBreaksTies }: RoutingSettings,
): readonly CatalogueEntry[] {
  const signal = entries.filter(({ slot }) => slot === 'signal').slice(0, signalSlots)
  const searchable = entries
    .filter((entry) => entry.searchScore > 0 && !signal.includes(entry))
    .sort((a, b) => b.searchScore - a.searchScore || (comesFirst(a, b) ? -1 : 1))
    .slice(0, searchSlots)
    .map((entry): CatalogueEntry => ({ ...entry, slot: 'search' }))
  const taken = new Set([...signal, ...searchable].map(({ skill }) => skill.id))
  const rest = entries
    .filter(({ slot, skill }) => slot !== 'signal' && !taken.has(skill.id))
    .slice(0, signalSlots - signal.length)
  return [...signal, ...searchable, ...(searchBreaksTies ? rest : rest.map(byPriority))]
}

/** Not by id: the same library in another place has others. */
function comesFirst(a: CatalogueEntry, b: CatalogueEntry): boolean {
  return a.fallback === b.fallback ? a.skill.slug < b.skill.slug : a.fallback > b.fallback
}

function byPriority(entry: CatalogueEntry): CatalogueEntry {
  return { ...entry, slot: 'fallback', reasons: [`fallback:${entry.fallback}`] }
}
