import type {
  OpenedSource,
  OpenSourceRequest,
  SourceNotice,
  SourceReader,
} from '@repertoire/core/ports'
import type { HostedReaderOptions } from '../http/outbound-fetch.ts'
import { quoted } from '../http/quoted.ts'
import { invalidAnswer, remoteProblem } from '../http/remote-problems.ts'
import { hostOf, type Requester } from '../http/request-bytes.ts'
import { unsupportedKind } from '../reading/unsupported-kind.ts'
import { type GitConfig, gitKey } from './git-config.ts'
import { type MarketplaceLocation, marketplaceLocation } from './marketplace-location.ts'
import { readVersion, writeVersion } from './marketplace-version.ts'
import {
  closeRepositories,
  hasSameCommit,
  type OpenedRepository,
  openKnown,
  openToRead,
  type RepositoryAccess,
} from './open-repositories.ts'
import { type Plugin, parseMarketplace } from './parse-marketplace.ts'
import { pluginSkills } from './plugin-skills.ts'
import { type ReadList, readList } from './read-list.ts'
import { readPluginSkills } from './read-plugin-skills.ts'

export interface PluginMarketplaceOptions extends HostedReaderOptions {
  /** Reads the kinds `github` and `git`, which plugins are kept in. */
  readonly git: SourceReader
}

/**
 * Reads sources of the kind `plugin-marketplace`: the skills of the plugins that a marketplace.json lists, each named
 * `plugin/skill`. Hooks, commands and everything else of a plugin are never read. An unmoved marketplace costs one request
 * for its list, and for each repository that it names what an unmoved one costs.
 */
export function createPluginMarketplaceReader(options: PluginMarketplaceOptions): SourceReader {
  const requester: Requester = { fetch: options.fetch, family: 'source' }
  return {
    open: async (request) => {
      const { config } = request
      if (config.kind !== 'plugin-marketplace') throw unsupportedKind(config.kind)
      const location = marketplaceLocation(config.url, options.hosts)
      const access = accessOf(options.git, location, request)
      return openMarketplace({ requester, location, access, request })
    },
  }
}

interface MarketplaceContext {
  readonly requester: Requester
  readonly location: MarketplaceLocation
  readonly access: RepositoryAccess
  readonly request: OpenSourceRequest
}

async function openMarketplace(context: MarketplaceContext): Promise<OpenedSource> {
  const known = readVersion(context.request.knownVersion)
  const list = await listOf(context, known?.list ?? null)
  if (list) return openList(context, list, new Map())
  const repositories = await openKnown(known?.repositories ?? {}, context.access)
  if (known && hasSameCommit(repositories, known.repositories)) return { status: 'unchanged' }
  try {
    return await openList(context, await requiredList(context), repositories)
  } catch (error) {
    await closeRepositories(repositories.values())
    throw error
  }
}

function listOf(
  { requester, location: { url }, request: { token, signal } }: MarketplaceContext,
  known: string | null,
): Promise<ReadList | null> {
  return readList(requester, { url, token, signal, known })
}

async function requiredList(context: MarketplaceContext): Promise<ReadList> {
  const list = await listOf(context, null)
  if (list) return list
  throw invalidAnswer(
    'source',
    hostOf(context.location.url),
    'it says "not modified" to a first request',
  )
}

type Repositories = ReadonlyMap<string, OpenedRepository>

/** `before`: repositories that are open already. */
async function openList(
  { location, access }: MarketplaceContext,
  { version: list, value }: ReadList,
  before: Repositories,
): Promise<OpenedSource> {
  const marketplace = parseMarketplace(value, location.repository)
  if (marketplace.fault !== undefined) {
    throw invalidAnswer('source', hostOf(location.url), marketplace.fault)
  }
  const { plugins } = marketplace
  const repositories = await openToRead(repositoriesOf(plugins), before, access)
  const { skills, notices } = pluginSkills(plugins, ({ source }) => {
    const key = gitKey(source.repository)
    const opened = repositories.get(key)
    return opened?.status === 'changed' ? { key, entries: opened.entries } : undefined
  })
  const all = [...marketplace.notices, ...repositoryNotices(repositories, plugins), ...notices]
  if (skills.length === 0) {
    await closeRepositories(repositories.values())
    throw emptyMarketplace(all)
  }
  return {
    status: 'changed',
    version: writeVersion({ list, repositories: versionsOf(repositories) }),
    entries: skills.map(({ id, entry: { token } }) => ({ id, token })),
    notices: all,
    read: (ids) => readPluginSkills(ids, skills, repositories),
    close: () => closeRepositories(repositories.values()),
  }
}

function accessOf(
  git: SourceReader,
  { repository }: MarketplaceLocation,
  { token, signal }: OpenSourceRequest,
): RepositoryAccess {
  const own = repository && gitKey({ ...repository, ref: null })
  const tokenFor = (config: GitConfig) => (gitKey({ ...config, ref: null }) === own ? token : null)
  return { git, tokenFor, signal }
}

function repositoriesOf(plugins: readonly Plugin[]): readonly GitConfig[] {
  return [
    ...new Map(
      plugins.map(({ source: { repository } }) => [gitKey(repository), repository]),
    ).values(),
  ]
}

function versionsOf(repositories: Repositories): Record<string, string | null> {
  return Object.fromEntries(
    [...repositories].map(([key, one]) => [key, one.status === 'changed' ? one.version : null]),
  )
}

function repositoryNotices(
  repositories: Repositories,
  plugins: readonly Plugin[],
): readonly SourceNotice[] {
  return [...repositories].flatMap(([key, opened]): readonly SourceNotice[] => {
    if (opened.status === 'changed') return opened.notices
    const names = plugins.filter(({ source }) => gitKey(source.repository) === key)
    const message = `The skills of the plugin ${quoted(names[0]?.name ?? '')} are not read: its repository is not there, not for everybody, or has no skills.`
    return [{ code: 'plugin.unsupported', message }]
  })
}

function emptyMarketplace(notices: readonly SourceNotice[]) {
  return remoteProblem('source', 'empty', {
    message: ['The marketplace lists no skill that can be read.', notices[0]?.message ?? '']
      .join(' ')
      .trim(),
    hint: 'Skills that were taken from it before stay. Contact its maintainer.',
  })
}
