import type { Collection } from '../../domain/collection.ts'
import type { PublishedSkill } from '../../domain/published-skill.ts'

/** Where a repository of skills has each of them: `skills/NAME`. */
export const skillsFolder = 'skills'

/**
 * `.claude-plugin/marketplace.json` of a repository: each skill is a plugin of its own, so that people take one without the
 * others. Paths are relative, so the same skills give the same bytes at every address. Pure.
 */
export function marketplaceAnswer(
  { slug, description }: Pick<Collection, 'slug' | 'description'>,
  skills: readonly Pick<PublishedSkill, 'name' | 'description'>[],
) {
  return {
    name: slug,
    owner: { name: 'Repertoire' },
    metadata: { description: description || `The skills of ${slug}.` },
    plugins: skills.map((skill) => ({
      name: skill.name,
      description: skill.description,
      source: `./${skillsFolder}/${skill.name}`,
      // The entry is the whole manifest: nothing but the skill is loaded from its folder.
      strict: false,
      skills: ['./'],
    })),
  }
}

/**
 * `.agents/plugins/marketplace.json` of a repository, which Codex reads before the other list. It loads skills from the
 * `skills` folder of a plugin alone, never one that is a plugin itself, so the whole collection is one plugin. Pure.
 */
export function wholeMarketplaceAnswer({ slug }: Pick<Collection, 'slug'>) {
  // Without `strict: false` Codex asks for a manifest of the plugin.
  const plugin = { name: slug, source: { source: 'local', path: './' }, strict: false }
  return { name: slug, plugins: [plugin] }
}
