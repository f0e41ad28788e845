import type { SourceEntry, SourceNotice } from '@repertoire/core/ports'
import { quoted } from '../http/quoted.ts'
import type { Plugin } from './parse-marketplace.ts'

/** A skill of a plugin. */
export interface PluginSkill {
  /** `plugin/skill`. */
  readonly id: string
  /** Of the repository: its key, and the id of the entry there. */
  readonly repository: string
  readonly entry: SourceEntry
}

export interface OfferedRepository {
  readonly key: string
  readonly entries: readonly SourceEntry[]
}

export interface PluginSkills {
  readonly skills: readonly PluginSkill[]
  readonly notices: readonly SourceNotice[]
}

/**
 * The skills of plugins: those in the folders that a plugin lists, or else in its folder `skills`, or else the plugin
 * itself. A skill that several plugins list is taken once. Of several folders of one name in a plugin, none is taken. Pure.
 */
export function pluginSkills(
  plugins: readonly Plugin[],
  repositoryOf: (plugin: Plugin) => OfferedRepository | undefined,
): PluginSkills {
  const taken = new Set<string>()
  const skills: PluginSkill[] = []
  const notices: SourceNotice[] = []
  for (const plugin of plugins) {
    const repository = repositoryOf(plugin)
    if (!repository) continue
    const found = entriesOf(plugin, repository.entries).filter(
      ({ id }) => !taken.has(`${repository.key} ${id}`),
    )
    for (const { id } of found) taken.add(`${repository.key} ${id}`)
    for (const [id, group] of Map.groupBy(
      found,
      (entry) => `${plugin.name}/${nameOf(entry, plugin)}`,
    )) {
      const [entry] = group
      if (group.length === 1 && entry) skills.push({ id, repository: repository.key, entry })
      else notices.push(conflict(id))
    }
  }
  return { skills, notices }
}

function entriesOf(
  { source, skills }: Plugin,
  offered: readonly SourceEntry[],
): readonly SourceEntry[] {
  // A plugin's commands and sub-agents are lone Markdown files too.
  const entries = offered.filter(({ id }) => !/\.md$/i.test(id))
  const at = (folder: string) => entries.filter(({ id }) => isInside(folderOf(id), folder))
  if (skills) {
    const folders = skills.map((path) => joined(source.folder, path))
    return entries.filter(({ id }) => folders.some((folder) => isOneOf(folderOf(id), folder)))
  }
  const usual = at(joined(source.folder, 'skills'))
  return usual.length > 0 ? usual : entries.filter(({ id }) => folderOf(id) === source.folder)
}

/** The folder itself, or one right in it. */
function isOneOf(path: string, folder: string): boolean {
  return (
    path === folder ||
    (isInside(path, folder) && !path.slice(folder === '' ? 0 : folder.length + 1).includes('/'))
  )
}

function isInside(path: string, folder: string): boolean {
  return folder === '' ? path !== '' : path.startsWith(`${folder}/`)
}

/** The root of a repository can be named `.` or by nothing. */
function folderOf(id: string): string {
  return id === '.' ? '' : id
}

function joined(folder: string, path: string): string {
  return [folder, path].filter((part) => part !== '').join('/')
}

function nameOf({ id }: SourceEntry, { name }: Plugin): string {
  return folderOf(id).split('/').at(-1) || name
}

function conflict(id: string): SourceNotice {
  const message = `Several skills would be ${quoted(id)}; none of them is taken.`
  return { code: 'entry.conflict', message }
}
