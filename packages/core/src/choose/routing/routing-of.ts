import { readSkillFields } from '@repertoire/skill-md'
import type { RevisionFacts, Skill } from '../../domain/skill.ts'
import { deriveKeywords } from './derive-keywords.ts'
import { plainRouting, type SkillRouting } from './skill-routing.ts'

type RoutedFacts = Pick<
  RevisionFacts,
  'name' | 'description' | 'whenToUse' | 'tags' | 'frontmatter' | 'sidecar'
>

/** Whether it may be offered to a model at all: switched on, with words to choose it by (A14), and not a person's to call. */
export function isRoutable({ enabled, archivedAt, head }: Skill): boolean {
  if (!enabled || archivedAt !== null || head.description.trim() === '') return false
  return !readSkillFields(head.frontmatter).disableModelInvocation
}

/**
 * What the router needs of a skill (E1): what it says itself, and keywords made from its words where it
 * names none. Pure: the same revision gives the same, everywhere.
 */
export function routingOf(slug: string, head: RoutedFacts): SkillRouting {
  const { name, description, whenToUse, tags, frontmatter, sidecar } = head
  const said = readSkillFields(frontmatter, sidecar ?? undefined).routing ?? {}
  const { keywords = [] } = said
  const words = { slug, name, description, whenToUse, tags }
  const plain = plainRouting
  return {
    priority: said.priority ?? plain.priority,
    summary: said.summary ?? plain.summary,
    toolNames: said.toolNames ?? plain.toolNames,
    keywords,
    derivedKeywords: keywords.length > 0 ? [] : deriveKeywords(words),
    negativeKeywords: said.negativeKeywords ?? plain.negativeKeywords,
    stages: said.stages ?? plain.stages,
    assetClasses: said.assetClasses ?? plain.assetClasses,
    signalSources: said.signalSources ?? plain.signalSources,
    coActivate: said.coActivate ?? plain.coActivate,
    conditions: {
      requiresEnv: said.requiresEnv ?? plain.conditions.requiresEnv,
      requiresTools: said.requiresTools ?? plain.conditions.requiresTools,
      requiresToolsets: said.requiresToolsets ?? plain.conditions.requiresToolsets,
      fallbackForTools: said.fallbackForTools ?? plain.conditions.fallbackForTools,
      platforms: said.platforms ?? plain.conditions.platforms,
    },
  }
}
