import type { Problem } from '../../base/errors.ts'
import type { Sha256 } from '../../base/sha256.ts'
import { type AuthoredHead, type AuthoredKind, authoredLimits } from '../../domain/authored-tool.ts'
import {
  libraryCycle,
  libraryDisabled,
  libraryMissing,
  requirementsTooLarge,
} from './authored-problems.ts'

/** The start of a dependency closure: a tool or library, stored or to be written. */
export interface ClosureRoot {
  readonly kind: AuthoredKind
  readonly name: string
  readonly requires: readonly string[]
}

/**
 * Resolves the dependency closure: all libraries that a tool requires, directly or not, by name; or why it
 * cannot run: a library is missing or disabled, there is a cycle, or there are too many. Pure; linear in
 * the size of the closure.
 */
export function resolveLibraries(
  start: ClosureRoot,
  libraries: ReadonlyMap<string, AuthoredHead>,
): readonly AuthoredHead[] | Problem {
  /** The length of the longest chain of libraries from each. */
  const depths = new Map<string, number>()
  const path: string[] = []
  const visit = (name: string, requires: readonly string[]): number | Problem => {
    path.push(name)
    let below = 0
    for (const required of requires) {
      if (path.includes(required))
        return libraryCycle([...path.slice(path.indexOf(required)), required])
      const known = depths.get(required)
      const depth = known ?? visitLibrary(required, name)
      if (typeof depth !== 'number') return depth
      depths.set(required, depth)
      if (depths.size > authoredLimits.libraries) {
        const { libraries: max } = authoredLimits
        return requirementsTooLarge(`it needs more than ${max} libraries`, max)
      }
      below = Math.max(below, depth)
    }
    path.pop()
    if (path.length + below <= authoredLimits.depth) return below + 1
    const { depth: max } = authoredLimits
    return requirementsTooLarge(`libraries require each other more than ${max} deep`, max)
  }
  const visitLibrary = (name: string, requiredBy: string): number | Problem => {
    const library = libraries.get(name)
    if (!library) return libraryMissing(name, requiredBy)
    if (!library.enabled) return libraryDisabled(name, requiredBy)
    return visit(name, library.head.requires)
  }
  const { kind, name, requires } = start
  // A tool may have the name of a library that it requires.
  const outcome = visit(kind === 'library' ? name : `the tool ${name}`, requires)
  if (typeof outcome !== 'number') return outcome
  return [...depths.keys()].sort().flatMap((name) => libraries.get(name) ?? [])
}

/** The digest of the code that the tool runs: its own text and that of every library in its closure. */
export function closureDigest(
  tool: Pick<AuthoredHead, 'id' | 'head'>,
  libraries: readonly AuthoredHead[],
  sha256: Sha256,
): string {
  const reached = libraries.map(({ name, head }) => [name, head.digest])
  return `sha256:${sha256(JSON.stringify([tool.id, tool.head.digest, reached]))}`
}
