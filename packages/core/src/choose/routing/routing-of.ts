import { readSkillFields } from '@repertoire/skill-md'
import type { RevisionFacts, Skill } from '../../domain/skill.ts'
import { deriveKeywords } from './derive-keywords.ts'
import { defaultRouting, type SkillRouting } from './skill-routing.ts'

type RoutableFacts = Pick<
  RevisionFacts,
  'name' | 'description' | 'whenToUse' | 'tags' | 'frontmatter' | 'sidecar'
>

/** Whether a skill may be offered to a model: enabled, not archived, with a description (A14), and not for people only. */
export function isRoutable({ enabled, archivedAt, head }: Skill): boolean {
  if (!enabled || archivedAt !== null || head.description.trim() === '') return false
  return !readSkillFields(head.frontmatter).disableModelInvocation
}

/**
 * The routing fields of a skill (E1), with derived keywords when it declares none. Pure: the same revision always gives
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
    conditions: {
      requiresEnv: declared.requiresEnv ?? defaults.conditions.requiresEnv,
      requiresTools: declared.requiresTools ?? defaults.conditions.requiresTools,
      requiresToolsets: declared.requiresToolsets ?? defaults.conditions.requiresToolsets,
      fallbackForTools: declared.fallbackForTools ?? defaults.conditions.fallbackForTools,
      platforms: declared.platforms ?? defaults.conditions.platforms,
    },
  }
}
