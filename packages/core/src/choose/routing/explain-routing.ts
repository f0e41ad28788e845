import type { Skill } from '../../domain/skill.ts'
import type { SearchHit } from '../../ports/search-index.ts'
import type { SkillStore } from '../../ports/skills.ts'
import type { CatalogueEntry } from './fill-slots.ts'
import { rankSkills } from './rank-skills.ts'
import {
  type RoutedCatalogue,
  type RoutingRequest,
  type RoutingServices,
  readRequest,
  routeTurn,
  searchMessage,
} from './route-turn.ts'
import { hasRouting, routingOf } from './routing-of.ts'
import { scoreSkill } from './score-skill.ts'

/** Why a skill is offered for a message or not. */
export type RoutingExplanation =
  | { readonly decision: 'offered'; readonly entry: CatalogueEntry }
  /** The skill can never be offered to a model. */
  | {
      readonly decision: 'not-offered'
      readonly why: 'switched-off' | 'archived' | 'no-description' | 'manual-only'
    }
  /** A negative keyword matches the message, or a condition fails. */
  | { readonly decision: 'not-offered'; readonly why: 'dropped'; readonly because: string }
  /** A near-duplicate is offered instead: the same text, or the same name with a similar description. */
  | { readonly decision: 'not-offered'; readonly why: 'near-duplicate'; readonly of: string }
  /** Other skills rank higher. `needed`: the score of the last entry in a signal slot, if there is one. */
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
  /** The explained skill; null without a slug, or when the viewer has no skill with that slug. */
  readonly skill: { readonly skill: Skill; readonly explanation: RoutingExplanation } | null
  /** Search hits, with the matched words. */
  readonly hits: readonly SearchHit[]
}

/** Explains the routing of a message, and of one skill, from the same scores that routing uses. */
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
  const view = await router.routing(tenantId, viewer)
  const turn = readRequest(request, hits, view.synonyms)
  const { table } = request.settings
  const { coActivatedBy } = rankSkills(view, turn, { table, limit: 1 })
  const score = scoreSkill(routingOf(skill.head), turn, {
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
  if (hasRouting(skill)) return null
  if (skill.archivedAt !== null) return 'archived'
  if (!skill.enabled) return 'switched-off'
  return skill.head.description.trim() === '' ? 'no-description' : 'manual-only'
}
