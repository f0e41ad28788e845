import { type LockedNodePackage, type NodeNeeds, normalName, readNodeLock } from '@repertoire/core'
import { z } from 'zod'
import { layerProblem } from './layer-problems.ts'

/** Exact versions with hashes: what a layer is made of, and all it depends on. */
export type LayerLock =
  | { readonly kind: 'python'; readonly packages: readonly LockedWheel[] }
  | NodeLock

/** What was asked for belongs to it: npm reads both. */
export interface NodeLock {
  readonly kind: 'node'
  readonly dependencies: Readonly<Record<string, string>>
  readonly optionalDependencies: Readonly<Record<string, string>>
  /** By place. */
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

/** From what pip reports it would install. Throws ProblemError `layer.install-failed`. */
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

/** From the lock that npm has written. Throws ProblemError `layer.requirement-refused`. */
export function nodePackagesOf(needs: NodeNeeds, lock: string): NodeLock {
  return nodeLockOf(needs, readNodeLock(lock))
}

export function nodeLockOf(
  { dependencies, optionalDependencies }: NodeNeeds,
  packages: NodeLock['packages'],
): NodeLock {
  return { kind: 'node', dependencies, optionalDependencies, packages }
}

function lockProblem(why: string) {
  return layerProblem('layer.install-failed', { message: why })
}
