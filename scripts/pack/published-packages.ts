import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../proof/paths.ts'

/** What one entry of `exports` says in a manifest of this repository. */
export interface SourceExport {
  readonly 'repertoire-source': string
  readonly types: string
  readonly default: string
}

export interface Manifest {
  readonly name: string
  readonly version: string
  readonly description: string
  readonly bin?: Readonly<Record<string, string>>
  readonly files?: readonly string[]
  readonly exports?: Readonly<Record<string, SourceExport>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

/** A package that is published: what its manifest cannot say. */
export interface PublishedPackage {
  /** Its folder in `packages`. */
  readonly folder: string
  /** Sources that are started by their path, not imported: workers and processes. */
  readonly started?: readonly string[]
  /** Folders and files that come along, as `[in this repository, in the package]`. */
  readonly assets?: readonly (readonly [from: string, to: string])[]
  /** A program of `scripts/pack` that adds to the compiled package; it gets the package's built folder. */
  readonly finish?: string
  /** Exports ending in `/testing` are fixtures of this repository's tests, unless they are for others too. */
  readonly publishesTesting?: true
  /** Dependencies that only some installations want; they are installed beside the package. */
  readonly onRequest?: RegExp
}

/** In the order in which they are built: a package comes after those that it imports. */
export const publishedPackages: readonly PublishedPackage[] = [
  { folder: 'skill-md' },
  { folder: 'core', publishesTesting: true },
  { folder: 'store' },
  { folder: 'sandbox', started: ['src/quickjs/code-thread.ts'] },
  { folder: 'sources' },
  { folder: 'word-vectors', assets: [['packages/word-vectors/data', 'data']] },
  { folder: 'protocol', assets: [['packages/protocol/openapi.json', 'openapi.json']] },
  {
    folder: 'server',
    started: [
      'src/platform/body-parsing/body-worker.ts',
      'src/search/index/segment-worker.ts',
      'src/storage/packing/pack-worker.ts',
      'src/ingestion/scanning/scan-worker.ts',
      'src/platform/input-check/check-process.ts',
      'src/runtime/engines/temporal/workflow.ts',
    ],
    assets: [
      ['packages/console/dist', 'assets/console'],
      ['skills', 'assets/skills'],
      ['vocabularies', 'assets/vocabularies'],
      ['docs', 'assets/docs'],
    ],
    finish: 'bundle-workflow.ts',
    // Some 200 MB, for the engine `temporal` alone.
    onRequest: /^@temporalio\//,
  },
  { folder: 'client' },
  { folder: 'cli' },
  { folder: 'repertoire', started: ['src/main.ts'] },
]

/** Where a package is built. Only this folder is published. */
export const builtFolder = (folder: string): string => join(root, 'dist/packages', folder)

export function readManifest({ folder, publishesTesting }: PublishedPackage): Manifest {
  const text = readFileSync(join(root, 'packages', folder, 'package.json'), 'utf8')
  const { exports, ...manifest }: Manifest = JSON.parse(text)
  if (exports === undefined) return manifest
  const published = Object.entries(exports).filter(
    ([path]) => publishesTesting || !path.endsWith('/testing'),
  )
  return { ...manifest, exports: Object.fromEntries(published) }
}
