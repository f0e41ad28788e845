import { type RoutingFields, readSkillFields } from '@repertoire/skill-md'
import type { RevisionFacts, Skill } from '../../domain/skill.ts'
import { failedCondition, type RoutingEnvironment } from './conditions.ts'
import { deriveKeywords } from './derive-keywords.ts'
import { defaultRouting, type RoutingConditions, type SkillRouting } from './skill-routing.ts'

type RoutableFacts = Pick<
  RevisionFacts,
  'name' | 'description' | 'whenToUse' | 'tags' | 'frontmatter' | 'sidecar'
>

/** Whether a skill may be offered to a model: enabled, not archived, with a description, and not for people only. */
export function hasRouting({ enabled, archivedAt, head }: Skill): boolean {
  if (!enabled || archivedAt !== null || head.description.trim() === '') return false
  return !readSkillFields(head.frontmatter).disableModelInvocation
}

/**
 * The routing fields of a skill, with derived keywords when it declares none. Pure: the same revision always gives
 * the same result.
 */
export function routingOf(slug: string, head: RoutableFacts): SkillRouting {
  const { name, description, whenToUse, tags, frontmatter, sidecar } = head
  const declared = readSkillFields(frontmatter, sidecar ?? undefined).routing ?? {}
  const { keywords = [] } = declared
  const words = { slug, name, description, whenToUse, tags }
  const defaults = defaultRouting
  return {
    priority: declared.priority ?? defaults.priority,
    summary: declared.summary ?? defaults.summary,
    toolNames: declared.toolNames ?? defaults.toolNames,
    keywords,
    derivedKeywords: keywords.length > 0 ? [] : deriveKeywords(words),
    negativeKeywords: declared.negativeKeywords ?? defaults.negativeKeywords,
    stages: declared.stages ?? defaults.stages,
    assetClasses: declared.assetClasses ?? defaults.assetClasses,
    signalSources: declared.signalSources ?? defaults.signalSources,
    coActivate: declared.coActivate ?? defaults.coActivate,
    conditions: conditionsFrom(declared),
  }
}

/** The conditions of a skill, as in {@link routingOf}. Pure. */
export function conditionsOf({
  frontmatter,
  sidecar,
}: Pick<RevisionFacts, 'frontmatter' | 'sidecar'>): RoutingConditions {
  return conditionsFrom(readSkillFields(frontmatter, sidecar ?? undefined).routing ?? {})
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
