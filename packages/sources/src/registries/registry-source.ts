import { isProblemError, type Problem, ProblemError } from '@repertoire/core/base'
import type { RegistryConfig } from '@repertoire/core/domain'
import type {
  OpenedSource,
  OpenSourceRequest,
  SkillRegistry,
  SourceEntry,
  SourceItem,
  SourceReader,
} from '@repertoire/core/ports'
import { inOrder } from '../http/in-order.ts'
import { remoteLimits } from '../http/limits.ts'
import type { OutboundFetch } from '../http/outbound-fetch.ts'
import { remoteProblem } from '../http/remote-problems.ts'
import { holdItems, type LoadedItems } from '../reading/loaded-items.ts'
import { sha256 } from '../reading/sha256.ts'
import { type ReadItem, readItems } from '../reading/source-items.ts'
import { unsupportedKind } from '../reading/unsupported-kind.ts'
import { clawHubRegistry, type VersionedRegistry } from './clawhub.ts'
import type { RegistryConnection } from './request-json.ts'
import { skillsShRegistry } from './skills-sh.ts'

/**
 * Reads the kinds `marketplace` and `clawhub`: the listed skills of a registry, each named by its id; without a list what
 * is trending there, and what was taken before. A skill that the
 * registry no longer has is not listed; without any, the source is `source.empty`.
 */
export function createRegistryReader({ fetch }: { readonly fetch: OutboundFetch }): SourceReader {
  return {
    open: async (request) => {
      const { config, token } = request
      if (config.kind !== 'marketplace' && config.kind !== 'clawhub') {
        throw unsupportedKind(config.kind)
      }
      const baseUrl = config.baseUrl.replace(/\/+$/, '')
      return openRegistry({ fetch, family: 'source', baseUrl, token }, request, config)
    },
  }
}

async function openRegistry(
  connection: RegistryConnection,
  request: OpenSourceRequest,
  { kind, skills }: RegistryConfig,
): Promise<OpenedSource> {
  const { knownVersion, signal } = request
  const clawHub = kind === 'clawhub' ? clawHubRegistry(connection) : null
  const registry = clawHub ?? skillsShRegistry(connection)
  const listed = skills.length > 0 ? skills : await trendingIds(registry, signal)
  const ids = withTaken(listed, request)
  if (ids.length > remoteLimits.registrySkills) throw tooMany(ids.length)
  const read = clawHub
    ? await listVersions(clawHub, ids, signal)
    : await holdItems(ids, itemReader(registry, signal), signal)
  const entries = await excludeMissing(read)
  const version = `files:${sha256(JSON.stringify(entries.map(({ id, token }) => [id, token])))}`
  if (version === knownVersion) return { status: 'unchanged' }
  return {
    status: 'changed',
    ...{ version, entries, notices: [] },
    read: readItems(read.read, signal),
    close: async () => undefined,
  }
}

async function trendingIds(
  registry: Pick<SkillRegistry, 'trending'>,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const trending = await registry.trending({ limit: remoteLimits.trendingSkills, signal })
  return trending.map(({ id }) => id)
}

/** What was taken from the registry by itself goes on with it, as far as there is room. */
function withTaken(
  listed: readonly string[],
  { takenIds = [] }: OpenSourceRequest,
): readonly string[] {
  const ids = new Set(listed)
  for (const id of takenIds) if (ids.size < remoteLimits.registrySkills) ids.add(id)
  return [...ids]
}

type FilesOnly = Pick<VersionedRegistry, 'fetch'>

function itemReader(registry: FilesOnly, signal: AbortSignal): ReadItem {
  return async (id): Promise<SourceItem> => {
    const { files, diagnostics = [], licence = '' } = await registry.fetch(id, signal)
    return { id, files, licences: [], registryLicence: licence, diagnostics }
  }
}

/** The entries by their versions; one that cannot be told is read, and then has its problem. */
async function listVersions(
  registry: VersionedRegistry,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<LoadedItems> {
  const problems = new Map<string, SourceItem>()
  const entryOf = async (id: string): Promise<SourceEntry> => {
    try {
      return { id, token: `version:${await registry.version(id, signal)}` }
    } catch (error) {
      signal.throwIfAborted()
      if (!isProblemError(error) || error.problem.kind === 'rate-limited') throw error
      problems.set(id, { id, problem: error.problem })
      return { id, token: 'unreadable' }
    }
  }
  const entries: SourceEntry[] = []
  for await (const entry of inOrder(ids, remoteLimits.requestsAtOnce, entryOf)) entries.push(entry)
  const read = itemReader(registry, signal)
  return { entries, read: async (id) => problems.get(id) ?? read(id) }
}

/** Of the connection or its token, not of one skill. */
const concernsAll = ({ kind, code }: Problem): boolean =>
  kind === 'unavailable' || code === 'source.token-required'

/** The entries that the registry still has. Throws when there is none, or the registry answers for none. */
async function excludeMissing({ entries, read }: LoadedItems): Promise<readonly SourceEntry[]> {
  const kept: SourceEntry[] = []
  let fault: ProblemError | undefined
  let readable = 0
  for (const entry of entries) {
    const { problem } = entry.token === 'unreadable' ? await read(entry.id) : {}
    if (problem) fault ??= new ProblemError(problem)
    else readable += 1
    if (problem?.kind !== 'not-found') kept.push(entry)
  }
  if (readable === 0 && fault && concernsAll(fault.problem)) throw fault
  if (kept.length > 0) return kept
  throw remoteProblem('source', 'empty', {
    message: 'The registry has no skill that this source could take.',
    hint: 'Skills that were taken from it before stay. Search the registry for what to take now.',
  })
}

function tooMany(count: number) {
  const limit = remoteLimits.registrySkills
  return remoteProblem('source', 'too-large', {
    message: `This source lists ${count} skills; at most ${limit} are read.`,
    hint: 'Split it into several sources.',
    details: { limit },
  })
}
