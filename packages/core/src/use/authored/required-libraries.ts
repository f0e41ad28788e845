/** What a name of a tool or library may be: what every model provider takes, and nothing that reads as ours. */
export const authoredNamePattern = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/
export const maxNameLength = 48

const requireCall = /\brequire\s*\(\s*(["'`])([a-z0-9_]{1,64})\1\s*\)/g

/**
 * Names of the libraries that the code asks for in so many words, sorted. Also in a comment: a library too
 * many does no harm, it is part of what a person says yes to. A name that is put together when the code
 * runs is not found here, and so not there then. Linear in the code's length.
 */
export function requiredLibraries(code: string): readonly string[] {
  const names = new Set<string>()
  for (const [, , name = ''] of code.matchAll(requireCall)) {
    if (authoredNamePattern.test(name)) names.add(name)
  }
  return [...names].sort()
}
