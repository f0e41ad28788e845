import { ProblemError } from '@repertoire/core/base'
import type { SourceKind } from '@repertoire/core/domain'
import type { SourceReader } from '@repertoire/core/ports'
import {
  createPluginMarketplaceReader,
  createRegistryReader,
  createUrlReader,
  createWellKnownReader,
  type HostedReaderOptions,
} from '@repertoire/sources'

/** A reader that gives each kind of source to its own. */
export function createSourceReaders(
  readers: Partial<Readonly<Record<SourceKind, SourceReader>>>,
): SourceReader {
  return {
    open: async (request) => {
      const reader = readers[request.config.kind]
      if (!reader) throw new ProblemError(unsupported(request.config.kind))
      return reader.open(request)
    },
  }
}

/** A reader for each kind; those of repositories where they can be read. */
export function httpReaders(options: HostedReaderOptions, git?: SourceReader) {
  const registry = createRegistryReader(options)
  return {
    url: createUrlReader(options),
    'well-known': createWellKnownReader(options),
    marketplace: registry,
    clawhub: registry,
    ...(git && {
      git,
      github: git,
      'plugin-marketplace': createPluginMarketplaceReader({ ...options, git }),
    }),
  } satisfies Partial<Record<SourceKind, SourceReader>>
}

function unsupported(kind: SourceKind) {
  return {
    code: 'source.unsupported',
    kind: 'invalid',
    message: `This server cannot read sources of the kind ${kind}.`,
  } as const
}
