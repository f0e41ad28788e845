import type { Skill } from '../../domain/skill.ts'
import type { SearchHit } from '../../ports/search-index.ts'
import type { SkillStore } from '../../ports/skills.ts'
import { rankSkills } from './rank-skills.ts'
import {
  type CatalogueEntry,
  type RoutedCatalogue,
  type RoutingRequest,
  type RoutingServices,
  readRequest,
  routeTurn,
  searchMessage,
} from './route-turn.ts'
import { isRoutable, routingOf } from './routing-of.ts'
import { scoreSkill } from './score-skill.ts'

/** Why a skill is offered for a message, or why it is not. */
export type RoutingExplanation =
  | { readonly decision: 'offered'; readonly entry: CatalogueEntry }
  /** It cannot be offered to a model at all. */
  | {
      readonly decision: 'not-offered'
      readonly why: 'switched-off' | 'archived' | 'no-description' | 'manual-only'
    }
  /** A negative keyword is in the message, or a condition does not hold. */
  | { readonly decision: 'not-offered'; readonly why: 'dropped'; readonly because: string }
  /** Another entry stands for it: the same text, or the same name with nearly the same description. */
  | { readonly decision: 'not-offered'; readonly why: 'near-duplicate'; readonly of: string }
  /** Others fit better. `needed`: the score of the last one in a signal slot, if any slot is taken. */
  | {
      readonly decision: 'not-offered'
      readonly why: 'outranked'
      readonly score: number
      readonly fallback: number
      readonly needed: number | null
      readonly reasons: readonly string[]
      readonly search: SearchHit | null
    }

export interface ExplainedTurn {
  readonly catalogue: RoutedCatalogue
  /** Of the skill asked about; null when none was, or the viewer has none of that slug. */
  readonly skill: { readonly skill: Skill; readonly explanation: RoutingExplanation } | null
  /** Search's hits, with the words they rest on. */
  readonly hits: readonly SearchHit[]
}

/** "Why is this skill here, why is that one not", for any message: from the numbers the choice is made of. */
export async function explainRouting(
  services: RoutingServices & { readonly skills: Pick<SkillStore, 'getMany' | 'findBySlug'> },
  request: RoutingRequest,
  slug: string | null,
): Promise<ExplainedTurn> {
  const hits = await searchMessage(services, request.turn.message)
  const catalogue = await routeTurn(services, request)
  const skill = slug === null ? null : await services.skills.findBySlug(services.viewer, slug)
  if (!skill) return { catalogue, skill: null, hits }
  const explanation = await explain(services, request, { skill, catalogue, hits })
  return { catalogue, skill: { skill, explanation }, hits }
}

async function explain(
  { router, tenantId, viewer }: RoutingServices,
  request: RoutingRequest,
  {
    skill,
    catalogue,
    hits,
  }: {
    readonly skill: Skill
    readonly catalogue: RoutedCatalogue
    readonly hits: readonly SearchHit[]
  },
): Promise<RoutingExplanation> {
  const entry = catalogue.entries.find((offered) => offered.skill.id === skill.id)
  if (entry) return { decision: 'offered', entry }
  const ineligible = ineligibleReason(skill)
  if (ineligible) return { decision: 'not-offered', why: ineligible }
  const turn = readRequest(request, hits)
  const { table } = request.settings
  const view = await router.routing(tenantId, viewer)
  const { coActivatedBy } = rankSkills(view, turn, { table, limit: 1 })
  const score = scoreSkill(routingOf(skill.slug, skill.head), turn, {
    table,
    coActivatedBy: coActivatedBy.get(skill.slug) ?? null,
    ownEnv: request.turn.environment.ownEnv?.get(skill.id),
  })
  if (score.dropped) return { decision: 'not-offered', why: 'dropped', because: score.because }
  const duplicateOf = catalogue.suppressed.find((other) => other.slug === skill.slug)
  if (duplicateOf) return { decision: 'not-offered', why: 'near-duplicate', of: duplicateOf.by }
  const signal = catalogue.entries.filter(({ slot }) => slot === 'signal')
  return {
    decision: 'not-offered',
    why: 'outranked',
    score: score.score,
    fallback: score.fallback,
    needed: signal.at(-1)?.score ?? null,
    reasons: score.reasons,
    search: hits.find(({ skillId }) => skillId === skill.id) ?? null,
  }
}

function ineligibleReason(
  skill: Skill,
): 'switched-off' | 'archived' | 'no-description' | 'manual-only' | null {
  if (isRoutable(skill)) return null
  if (skill.archivedAt !== null) return 'archived'
  if (!skill.enabled) return 'switched-off'
  return skill.head.description.trim() === '' ? 'no-description' : 'manual-only'
}
