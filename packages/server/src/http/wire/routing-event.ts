import type { ConversationEvent } from '@repertoire/core/domain'
import { toProblemSummary } from './conversation.ts'
import type { EventContext } from './event-context.ts'
import type { NamedData } from './named-data.ts'
import { toUsedSkill } from './tool-event.ts'

type RoutingEvent = Extract<
  ConversationEvent,
  { type: 'skills-routed' | 'skills-preloaded' | 'skill-bodies-shed' | 'skill-bodies-restored' }
>

/** What was routed and loaded for a run without a tool call. */
export function routingData(event: RoutingEvent, context: EventContext): NamedData {
  switch (event.type) {
    case 'skills-routed':
      return { event: 'skills_routed', data: { ...context, ...routedBody(event) } }
    case 'skills-preloaded': {
      const skills = event.skills.map(toUsedSkill)
      const refused = event.refused.map(({ slug, problem }) => ({
        ...{ slug, problem: toProblemSummary(problem) },
      }))
      return { event: 'skills_preloaded', data: { ...context, skills, refused } }
    }
    case 'skill-bodies-shed':
      return { event: 'skill_bodies_shed', data: { ...context, ...bodies(event) } }
    case 'skill-bodies-restored':
      return { event: 'skill_bodies_restored', data: { ...context, ...bodies(event) } }
  }
}

function routedBody(event: Extract<RoutingEvent, { type: 'skills-routed' }>) {
  const { fits, eligible, suppressed, stages, assetClasses } = event
  return {
    entries: event.entries.map(({ skillId: id, searchScore, reasons, ...entry }) => ({
      ...{ id, ...entry, search_score: searchScore, reasons: [...reasons] },
    })),
    ...{ fits, eligible, stages: [...stages], asset_classes: [...assetClasses] },
    suppressed: suppressed.map(({ slug, by }) => ({ slug, by })),
  }
}

function bodies({
  skills,
  budgetChars,
  usedChars,
}: Extract<RoutingEvent, { type: 'skill-bodies-shed' | 'skill-bodies-restored' }>) {
  return { skills: skills.map(toUsedSkill), budget_chars: budgetChars, used_chars: usedChars }
}
