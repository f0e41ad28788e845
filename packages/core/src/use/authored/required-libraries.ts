/**
 * The pattern of names of tools and libraries: accepted by every model provider, and distinct from
 * connectors' tools.
 */
export const authoredNamePattern = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/
export const maxNameLength = 48

const requireCall = /\brequire\s*\(\s*(["'`])([a-z0-9_]{1,64})\1\s*\)/g

/**
 * Names of the libraries that the code requires by literal calls, sorted. Calls in comments count too: an
 * extra library does no harm, it is part of the approval. A name that is computed at run time is not found,
 * and the library is missing then. Linear in the code's length.
 */
export function requiredLibraries(code: string): readonly string[] {
  const names = new Set<string>()
  for (const [, , name = ''] of code.matchAll(requireCall)) {
    if (authoredNamePattern.test(name)) names.add(name)
  }
  return [...names].sort()
}
