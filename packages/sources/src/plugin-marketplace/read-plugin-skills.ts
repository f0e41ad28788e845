import type { SourceItem } from '@repertoire/core/ports'
import { notListed } from '../reading/source-items.ts'
import type { OpenedRepository } from './open-repositories.ts'
import type { PluginSkill } from './plugin-skills.ts'

/** The items of `ids`, each read from the repository that its plugin is in, one repository after another. */
export async function* readPluginSkills(
  ids: readonly string[],
  skills: readonly PluginSkill[],
  repositories: ReadonlyMap<string, OpenedRepository>,
): AsyncGenerator<SourceItem> {
  const wanted = new Set(ids)
  const listed = new Set(skills.map(({ id }) => id))
  for (const id of wanted) if (!listed.has(id)) yield notListed(id)
  const chosen = skills.filter(({ id }) => wanted.has(id))
  for (const [key, group] of Map.groupBy(chosen, ({ repository }) => repository)) {
    const opened = repositories.get(key)
    if (opened?.status !== 'changed') continue
    const named = new Map(group.map(({ id, entry }) => [entry.id, id]))
    for await (const item of opened.read([...named.keys()])) {
      const id = named.get(item.id)
      if (id !== undefined) yield { ...item, id }
    }
  }
}
