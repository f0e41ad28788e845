import type { Manifest } from './published-packages.ts'

/** What every package of this repository says alike. */
export interface SharedFields {
  readonly license: string
  readonly engines: Readonly<Record<string, string>>
}

/**
 * The manifest that is published: without what only this repository uses, such as the condition that finds sources.
 * Dependencies that match `onRequest` become optional peers.
 */
export function publishedManifest(
  manifest: Manifest,
  shared: SharedFields,
  onRequest: RegExp | undefined,
): Readonly<Record<string, unknown>> {
  const { name, version, description, bin, exports, optionalDependencies } = manifest
  const isPeer = ([dependency]: [string, string]) => onRequest?.test(dependency) ?? false
  const all = Object.entries(manifest.dependencies ?? {})
  const peers = all.filter(isPeer)
  return {
    ...{ name, version, description, license: shared.license, type: 'module' },
    engines: shared.engines,
    ...(bin && { bin }),
    ...(exports && { exports: publishedExports(exports) }),
    dependencies: Object.fromEntries(all.filter((one) => !isPeer(one))),
    ...(optionalDependencies && { optionalDependencies }),
    ...(peers.length > 0 && {
      peerDependencies: Object.fromEntries(peers),
      peerDependenciesMeta: Object.fromEntries(
        peers.map(([dependency]) => [dependency, { optional: true }]),
      ),
    }),
    publishConfig: { access: 'public' },
  }
}

function publishedExports(exports: NonNullable<Manifest['exports']>) {
  const entries = Object.entries(exports).map(([path, { types, default: main }]) => [
    path,
    { types, default: main },
  ])
  return { ...Object.fromEntries(entries), './package.json': './package.json' }
}
