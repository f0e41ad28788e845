import type { RoutingFields } from '@repertoire/skill-md'
import type { RevisionFacts, Skill } from '../../domain/skill.ts'
import { skillFieldsOf } from '../../domain/skill-fields.ts'
import { failedCondition, type RoutingEnvironment } from './conditions.ts'
import { defaultRouting, type RoutingConditions, type SkillRouting } from './skill-routing.ts'

type RoutableFacts = Pick<RevisionFacts, 'frontmatter' | 'sidecar'>

/** Whether a skill may be offered to a model: enabled, not archived, with a description, and not for people only. */
export function hasRouting({ enabled, archivedAt, head }: Skill): boolean {
  return enabled && archivedAt === null && routingForModels(head) !== null
}

/** The routing fields of a revision; null where no model is offered it, however its skill is switched. Pure. */
export function routingForModels(
  head: RoutableFacts & Pick<RevisionFacts, 'description'>,
): SkillRouting | null {
  if (head.description.trim() === '') return null
  const { disableModelInvocation, routing } = skillFieldsOf(head)
  return disableModelInvocation ? null : withDefaults(routing)
}

/** The routing fields of a revision; the very {@link defaultRouting} where it declares none. Pure. */
export function routingOf(head: RoutableFacts): SkillRouting {
  return withDefaults(skillFieldsOf(head).routing)
}

function withDefaults(declared: RoutingFields | undefined): SkillRouting {
  if (declared === undefined) return defaultRouting
  const { priority, summary, toolNames, keywords, negativeKeywords } = declared
  const { stages, assetClasses, signalSources, coActivate } = declared
  const defaults = defaultRouting
  return {
    priority: priority ?? defaults.priority,
    summary: summary ?? defaults.summary,
    toolNames: toolNames ?? defaults.toolNames,
    keywords: keywords ?? defaults.keywords,
    negativeKeywords: negativeKeywords ?? defaults.negativeKeywords,
    stages: stages ?? defaults.stages,
    assetClasses: assetClasses ?? defaults.assetClasses,
    signalSources: signalSources ?? defaults.signalSources,
    coActivate: coActivate ?? defaults.coActivate,
    conditions: conditionsFrom(declared),
  }
}

/** The conditions of a skill, as in {@link routingOf}. Pure. */
export function conditionsOf(head: RoutableFacts): RoutingConditions {
  return routingOf(head).conditions
}

/**
 * The condition of a skill that fails in this environment, as `requires_env:GLASSNODE_API_KEY`; null when
 * all hold. Pure.
 */
export function failedConditionOf(
  { id, head }: Pick<Skill, 'id' | 'head'>,
  environment: RoutingEnvironment,
): string | null {
  return failedCondition(conditionsOf(head), environment, environment.ownEnv?.get(id))
}

/** Whether a skill declares any condition; without one it is available everywhere. Pure. */
export function hasConditions({ head }: Pick<Skill, 'head'>): boolean {
  return Object.values(conditionsOf(head)).some((names) => names.length > 0)
}

function conditionsFrom(declared: RoutingFields): RoutingConditions {
  const { conditions } = defaultRouting
  return {
    requiresEnv: declared.requiresEnv ?? conditions.requiresEnv,
    requiresTools: declared.requiresTools ?? conditions.requiresTools,
    requiresToolsets: declared.requiresToolsets ?? conditions.requiresToolsets,
    fallbackForTools: declared.fallbackForTools ?? conditions.fallbackForTools,
    platforms: declared.platforms ?? conditions.platforms,
  }
}
