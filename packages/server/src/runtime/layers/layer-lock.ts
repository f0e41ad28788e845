import {
  type LockedNodePackage,
  type NodeDependencies,
  normalName,
  readNodeLock,
} from '@repertoire/core/domain'
import { z } from 'zod'
import { layerProblem } from './layer-problems.ts'

/** Exact versions with hashes: all packages of a layer, dependencies included. */
export type LayerLock =
  | { readonly kind: 'python'; readonly packages: readonly LockedWheel[] }
  | NodeLock

/** Includes the requested ranges, because npm reads both. */
export interface NodeLock {
  readonly kind: 'node'
  readonly dependencies: Readonly<Record<string, string>>
  readonly optionalDependencies: Readonly<Record<string, string>>
  /** By path inside node_modules. */
  readonly packages: Readonly<Record<string, LockedNodePackage>>
}

export interface LockedWheel {
  readonly name: string
  readonly version: string
  readonly sha256: string
}

const maxWheels = 300

const reportSchema = z.object({
  install: z.array(
    z.object({
      download_info: z.object({
        url: z.string(),
        archive_info: z
          .object({
            hash: z.string().optional(),
            hashes: z.object({ sha256: z.string().optional() }).optional(),
          })
          .optional(),
      }),
      is_direct: z.boolean().default(false),
      metadata: z.object({
        name: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/),
        version: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9.!+_-]*$/),
      }),
    }),
  ),
})

/** Reads pip's installation report. Throws ProblemError `layer.install-failed`. */
export function wheelsOf(report: string): LayerLock {
  const { install } = reportSchema.parse(JSON.parse(report))
  if (install.length > maxWheels)
    throw lockProblem(`It would take more than ${maxWheels} packages.`)
  const packages = install.map(({ download_info: { url, archive_info }, is_direct, metadata }) => {
    const { name, version } = metadata
    if (is_direct || !/\.whl(#|\?|$)/.test(url))
      throw lockProblem(`${name} ${version} would come from elsewhere than the index, or be built.`)
    const given = archive_info?.hashes?.sha256 ?? archive_info?.hash?.replace(/^sha256=/, '') ?? ''
    if (!/^[0-9a-f]{64}$/.test(given))
      throw lockProblem(`${name} ${version} has no sha256 by which it could be checked.`)
    return { name: normalName(name), version, sha256: given }
  })
  return {
    kind: 'python',
    packages: packages.sort((one, other) => (one.name < other.name ? -1 : 1)),
  }
}

/** Reads the lockfile that npm has written. Throws ProblemError `layer.requirement-refused`. */
export function nodePackagesOf(needs: NodeDependencies, lock: string): NodeLock {
  return nodeLockOf(needs, readNodeLock(lock))
}

export function nodeLockOf(
  { dependencies, optionalDependencies }: NodeDependencies,
  packages: NodeLock['packages'],
): NodeLock {
  return { kind: 'node', dependencies, optionalDependencies, packages }
}

function lockProblem(why: string) {
  return layerProblem('layer.install-failed', { message: why })
}
