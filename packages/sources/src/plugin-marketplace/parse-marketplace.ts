import type { SourceNotice } from '@repertoire/core/ports'
import { z } from 'zod'
import { quoted } from '../http/quoted.ts'
import { gitKey } from './git-config.ts'
import { limitedNotices, renamedPlugins } from './plugin-notices.ts'
import {
  type MarketplaceContext,
  type PluginFolder,
  pluginSource,
  relativeFolder,
} from './plugin-source.ts'

/** A plugin whose skills are read. */
export interface Plugin {
  readonly name: string
  readonly source: PluginFolder
  /** Folders in the plugin, each a skill or a folder of skills; null for its folder `skills`. */
  readonly skills: readonly string[] | null
}

export type MarketplaceReading =
  | {
      readonly plugins: readonly Plugin[]
      readonly notices: readonly SourceNotice[]
      readonly fault?: undefined
    }
  /** Why there is no usable marketplace, as the end of a sentence. */
  | { readonly fault: string }

export const marketplaceLimits = {
  /** Plugins that are read; the ones after them are left out. */
  plugins: 1000,
  /** Repositories, each of which is asked at every sync. */
  repositories: 50,
} as const

const marketplace = z.looseObject({
  metadata: z
    .looseObject({ pluginRoot: z.string().max(400).optional() })
    .optional()
    .catch(undefined),
  renames: z.record(z.string(), z.unknown()).catch({}),
  plugins: z.array(z.unknown()),
})

const plugin = z.looseObject({
  name: z.string().regex(/^[\p{L}\p{N}_][\p{L}\p{N}_.: @-]{0,99}$/u),
  source: z.unknown(),
  skills: z
    .union([
      z
        .string()
        .max(400)
        .transform((path) => [path]),
      z.array(z.string().max(400)).max(500),
    ])
    .nullable()
    .default(null),
})

/**
 * Reads a marketplace.json. A plugin that cannot be read is left out with a notice; of several with one name, none is
 * taken, as nobody can say which is meant.
 */
export function parseMarketplace(
  value: unknown,
  repository: MarketplaceContext['repository'],
): MarketplaceReading {
  const parsed = marketplace.safeParse(value)
  if (!parsed.success) return { fault: 'it has no list "plugins"' }
  const { metadata, plugins: listed, renames } = parsed.data
  const pluginRoot = relativeFolder(metadata?.pluginRoot ?? '')
  if (pluginRoot === null) return { fault: 'its pluginRoot leaves the repository' }
  const read = listed
    .slice(0, marketplaceLimits.plugins)
    .map((entry, index) => readPlugin(entry, index, { repository, pluginRoot }))
  const { plugins, conflicts } = withoutConflicts(read.flatMap((one) => one.plugin ?? []))
  const kept = withinRepositories(plugins)
  const single = [
    ...conflicts,
    ...read.flatMap(({ notice }) => notice ?? []),
    ...renamedPlugins(renames, plugins),
  ]
  return {
    plugins: kept,
    notices: [...cut(listed.length, plugins, kept), ...limitedNotices(single)],
  }
}

interface PluginReading {
  readonly plugin?: Plugin
  readonly notice?: SourceNotice
}

function readPlugin(entry: unknown, index: number, context: MarketplaceContext): PluginReading {
  const parsed = plugin.safeParse(entry)
  if (!parsed.success) {
    const message = `Plugin ${index + 1} of the marketplace is left out: its name or its skills are not valid.`
    return { notice: { code: 'entry.invalid', message } }
  }
  const { name, source: stated, skills: paths } = parsed.data
  const { source, fault } = pluginSource(stated, context)
  const skills = paths?.map(relativeFolder) ?? null
  const leaves = skills?.includes(null) ?? false
  if (fault !== undefined || leaves) {
    const why = fault ?? 'a path of its skills leaves the plugin'
    const message = `The skills of the plugin ${quoted(name)} are not read: ${why}.`
    return { notice: { code: 'plugin.unsupported', message } }
  }
  return { plugin: { name, source, skills: skills?.filter((path) => path !== null) ?? null } }
}

function withoutConflicts(plugins: readonly Plugin[]) {
  const groups = [...Map.groupBy(plugins, ({ name }) => name)]
  const conflicts = groups.flatMap(([name, { length }]): SourceNotice[] => {
    if (length === 1) return []
    const message = `Several plugins have the name ${quoted(name)}; none of them is taken.`
    return [{ code: 'entry.conflict', message }]
  })
  return { plugins: groups.flatMap(([, group]) => (group.length === 1 ? group : [])), conflicts }
}

function withinRepositories(plugins: readonly Plugin[]): readonly Plugin[] {
  const keys = [...new Set(plugins.map(({ source }) => gitKey(source.repository)))]
  const within = new Set(keys.slice(0, marketplaceLimits.repositories))
  return plugins.filter(({ source }) => within.has(gitKey(source.repository)))
}

function cut(
  listed: number,
  found: readonly Plugin[],
  kept: readonly Plugin[],
): readonly SourceNotice[] {
  const { plugins, repositories } = marketplaceLimits
  if (listed <= plugins && kept.length === found.length) return []
  const message = `The marketplace lists more than is read: at most ${plugins} plugins in ${repositories} repositories.`
  return [{ code: 'entries.truncated', message }]
}
