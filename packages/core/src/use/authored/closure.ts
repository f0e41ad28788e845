import type { Problem } from '../../base/errors.ts'
import type { Sha256 } from '../../base/sha256.ts'
import { type AuthoredHead, type AuthoredKind, authoredLimits } from '../../domain/authored-tool.ts'
import {
  libraryCycle,
  libraryDisabled,
  libraryMissing,
  requirementsTooLarge,
} from './authored-problems.ts'

/** What the search for libraries begins at: a tool, or a library, as it is or is to be. */
export interface ClosureRoot {
  readonly kind: AuthoredKind
  readonly name: string
  readonly requires: readonly string[]
}

/**
 * All libraries that a tool reaches, by name; or why it cannot be run: one is not there or switched off, they go
 * in a circle, or there are too many. Pure; linear in what is reached.
 */
export function resolveLibraries(
  start: ClosureRoot,
  libraries: ReadonlyMap<string, AuthoredHead>,
): readonly AuthoredHead[] | Problem {
  /** Libraries on the longest way from each. */
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
        return requirementsTooLarge(`it needs more than ${authoredLimits.libraries} libraries`, 20)
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
  // A tool may be named like a library it requires.
  const outcome = visit(kind === 'library' ? name : `the tool ${name}`, requires)
  if (typeof outcome !== 'number') return outcome
  return [...depths.keys()].sort().flatMap((name) => libraries.get(name) ?? [])
}

/** Names exactly what runs when the tool does: its own text and that of every library it reaches. */
export function closureDigest(
  tool: Pick<AuthoredHead, 'id' | 'head'>,
  libraries: readonly AuthoredHead[],
  sha256: Sha256,
): string {
  const reached = libraries.map(({ name, head }) => [name, head.digest])
  return `sha256:${sha256(JSON.stringify([tool.id, tool.head.digest, reached]))}`
}
