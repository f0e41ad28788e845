import type { GitHosts } from '@repertoire/core/domain'
import type { OpenRegistry, SourceReader } from '@repertoire/core/ports'
import {
  createGitReader,
  createRegistryConnector,
  createSampleReader,
  createTarballReader,
  remoteLimits,
} from '@repertoire/sources'
import { parseAllowList } from '../../platform/outbound/allow-list.ts'
import type { NetworkOptions } from '../../platform/outbound/network.ts'
import { createGitLookup } from './find-git.ts'

export interface LazySourceReaderOptions extends NetworkOptions {
  readonly gitHosts: GitHosts
  /** Where repositories are kept between syncs. */
  readonly cacheFolder: string
  /** Certificates that git checks servers against; those of the system when left out. */
  readonly caFile?: string | undefined
  /** Where the skills are that ship with the server; undefined for none. */
  readonly samplesFolder?: string | undefined
}

export interface LazySourceReader {
  readonly reader: SourceReader
  readonly openRegistry: OpenRegistry
  /** Closes every connection. */
  close(): Promise<void>
}

/** The longest that one exchange with a source may take, in milliseconds. */
const exchangeMs = 120_000

/** Reads every kind of source. Its dependencies are loaded with the first source, because many servers have none. */
export function createLazySourceReader(options: LazySourceReaderOptions): LazySourceReader {
  let opened: ReturnType<typeof load> | undefined
  const { samplesFolder: folder, version } = options
  const samples = folder === undefined ? undefined : createSampleReader({ folder, version })
  async function load() {
    const [{ createGuardedFetch }, { createGuardedSocket }, { createSourceReaders, httpReaders }] =
      await Promise.all([
        import('../../platform/outbound/guarded-fetch.ts'),
        import('./guarded-socket.ts'),
        import('./source-readers.ts'),
      ])
    const { entries: allow } = parseAllowList(options.outboundAllow.join(','))
    const { fetch, close } = createGuardedFetch({
      ...{ userAgent: `Repertoire/${options.version}`, allow },
      limits: { bytes: remoteLimits.archiveBytes, timeMs: exchangeMs },
    })
    const { cacheFolder, caFile, gitHosts: hosts } = options
    const connect = createGuardedSocket(allow)
    const git = createGitReader({
      ...{ findGit: createGitLookup(), cacheFolder, caFile, connect },
      withoutGit: createTarballReader({ fetch, hosts }),
    })
    const readers = httpReaders({ fetch, hosts }, git)
    const openRegistry = createRegistryConnector({ fetch })
    return { reader: createSourceReaders(readers), openRegistry, close }
  }
  return {
    reader: {
      open: async (request) => {
        if (samples && request.config.kind === 'samples') return samples.open(request)
        opened ??= load()
        return (await opened).reader.open(request)
      },
    },
    openRegistry: async (config, token) => {
      opened ??= load()
      return (await opened).openRegistry(config, token)
    },
    close: async () => {
      if (opened) await (await opened).close()
    },
  }
}
