import type { SkillId, TenantId, UserId } from '../../base/ids.ts'
import type { RoutingSettings } from '../../domain/routing-settings.ts'
import { isSample } from '../../domain/sample.ts'
import type { Skill } from '../../domain/skill.ts'
import type { SynonymGroup } from '../../domain/synonyms.ts'
import type { HitReason, SearchHit, SkillSearch } from '../../ports/search-index.ts'
import type { SkillStore } from '../../ports/skills.ts'
import { type CatalogueEntry, fillSlots } from './fill-slots.ts'
import { isClearMatch } from './is-clear-match.ts'
import { withoutNearDuplicates } from './near-duplicates.ts'
import { type Ranking, rankSkills } from './rank-skills.ts'
import type { SkillRouter } from './routing-ports.ts'
import { type SkillScore, scoreSkill } from './score-skill.ts'
import type { SkillRouting } from './skill-routing.ts'
import { type RoutedTurn, readTurn, type TurnRouting } from './turn.ts'
import type { VocabularyIndex } from './vocabulary.ts'

/** The services that routing needs. */
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

/** The skills offered in a turn, and counts of the others. */
export interface RoutedCatalogue {
  readonly entries: readonly CatalogueEntry[]
  /** False when neither a routing signal speaks for an entry nor search is sure of one: see `isClearMatch`. */
  readonly fits: boolean
  /** Number of eligible skills in this turn. */
  readonly eligible: number
  /** Left out as near-duplicates of an entry. */
  readonly suppressed: readonly { readonly slug: string; readonly by: string }[]
  readonly turn: RoutedTurn
}

/** Maximum search hits: enough for the slots and to break ties among the top skills. */
const maxSearchHits = 100
/** Less of a message in nothing but a body is a chance word, no reason to offer a skill. */
const minCoverageInBody = 0.05
const chanceFields: ReadonlySet<HitReason['field']> = new Set(['body', 'meaning', 'quality'])
/** Candidates per slot, so that slots are full after near-duplicates are removed. */
const candidatesPerSlot = 3

/**
 * Routes a turn to its catalogue, as {@link fillSlots} has it. Deterministic: the same turn, skills and settings give the same
 * entries.
 */
export async function routeTurn(
  services: RoutingServices,
  request: RoutingRequest,
): Promise<RoutedCatalogue> {
  const { settings } = request
  const { tenantId, viewer, router } = services
  const hits = await searchMessage(services, request.turn.message)
  const view = await router.routing(tenantId, viewer)
  const turn = readRequest(request, hits, view.synonyms)
  const limit = (settings.signalSlots + settings.searchSlots) * candidatesPerSlot
  const ranking = rankSkills(view, turn, { table: settings.table, limit })
  const candidates = await candidatesOf(services, { ranking, hits, turn, settings })
  const { kept, suppressed } = withoutNearDuplicates(candidates)
  const entries = fillSlots(
    kept.map(({ entry }) => entry),
    settings,
  )
  return {
    entries,
    fits: entries.some(({ score }) => score > 0) || isClearMatch(offeredHits(hits, entries)),
    eligible: ranking.eligible,
    suppressed: [...suppressed].map(([item, by]) => ({ slug: item.slug, by: by.slug })),
    turn,
  }
}

/** The hits among the entries, best first. */
function offeredHits(
  hits: readonly SearchHit[],
  entries: readonly CatalogueEntry[],
): readonly SearchHit[] {
  const offered = new Set(entries.map(({ skill }) => skill.id))
  return hits.filter(({ skillId }) => offered.has(skillId))
}

/** The message as read by the router, with its search scores. */
export function readRequest(
  { turn, settings, vocabulary }: RoutingRequest,
  hits: readonly SearchHit[],
  synonyms?: readonly SynonymGroup[],
): RoutedTurn {
  const scores = settings.searchBreaksTies ? hits : []
  const searchScores = new Map<SkillId, number>(
    scores.map(({ skillId, score }) => [skillId, score]),
  )
  return readTurn({ ...turn, searchScores }, { vocabulary, synonyms })
}

function isChance({ coverage, reasons }: SearchHit): boolean {
  return coverage < minCoverageInBody && reasons.every(({ field }) => chanceFields.has(field))
}

export async function searchMessage(
  { search, tenantId, viewer }: RoutingServices,
  text: string,
): Promise<readonly SearchHit[]> {
  if (text.trim() === '') return []
  const hits = await search.search(tenantId, viewer, { text, limit: maxSearchHits })
  return hits.filter((hit) => !isChance(hit))
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

/** By score, then by search, samples last; reads the skills again, so that skills deleted meanwhile are not offered. */
async function candidatesOf(
  { skills, viewer, router }: RoutingServices,
  selection: Selection,
): Promise<readonly Candidate[]> {
  const { ranking, hits, settings } = selection
  const { signalSlots, searchSlots } = settings
  const searched = searchSlots === 0 ? 0 : (signalSlots + searchSlots) * candidatesPerSlot
  const searchedFirst = hits.slice(0, searched).map(({ skillId }) => skillId)
  const ids = [...new Set([...ranking.ranked.map(({ skill }) => skill.id), ...searchedFirst])]
  const found = new Map((await skills.getMany(viewer, ids)).map((skill) => [skill.id, skill]))
  const searchScores = new Map(hits.map(({ skillId, score }) => [skillId, score]))
  const isFromServer = (id: SkillId) => isSample(found.get(id)!)
  const present = ids.filter((id) => found.has(id))
  const inOrder = [...present.filter((id) => !isFromServer(id)), ...present.filter(isFromServer)]
  return inOrder.flatMap((id) => {
    const skill = found.get(id)
    const routing = skill ? router.cache.routingOf(skill) : null
    if (!skill || !routing) return []
    const searchScore = searchScores.get(id) ?? 0
    return candidate({ skill, routing, searchScore }, selection) ?? []
  })
}

function candidate(
  { skill, routing, searchScore }: Pick<CatalogueEntry, 'skill' | 'routing' | 'searchScore'>,
  { ranking, turn, settings }: Selection,
): Candidate | null {
  const coActivatedBy = ranking.coActivatedBy.get(skill.slug) ?? null
  const score = scoreSkill(routing, turn, {
    ...{ table: settings.table, coActivatedBy },
    ownEnv: turn.environment.ownEnv?.get(skill.id),
  })
  if (score.dropped) return null
  const { slug, head } = skill
  const { name, description, contentHash } = head
  const entry = entryOf({ skill, routing, score, searchScore })
  return { slug, name, description, contentHash, entry }
}

function entryOf({
  skill,
  routing,
  score: { score: points, fallback, reasons },
  searchScore,
}: {
  readonly skill: Skill
  readonly routing: SkillRouting
  readonly score: Extract<SkillScore, { dropped: false }>
  readonly searchScore: number
}): CatalogueEntry {
  const score = isSample(skill) && reasons.every(isStatic) ? 0 : points
  const slot = score > 0 ? 'signal' : searchScore > 0 ? 'search' : 'fallback'
  const shownReasons =
    slot === 'signal' ? reasons : slot === 'search' ? ['search'] : [`fallback:${fallback}`]
  return { skill, routing, score, fallback, searchScore, reasons: shownReasons, slot }
}

/** What a skill says of itself by hand, without a word of the message. */
function isStatic(reason: string): boolean {
  return reason.startsWith('stage:') || reason.startsWith('asset:')
}
