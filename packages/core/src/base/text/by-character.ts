/** Characters whose results are kept. Whoever writes more different ones waits for each. */
const maxKept = 4096

/** The function, with what it gave for a character kept: texts repeat theirs. The results are not changed. */
export function byCharacter<Result>(
  compute: (character: string) => Result,
): (character: string) => Result {
  const kept = new Map<string, Result>()
  return (character) => {
    const before = kept.get(character)
    if (before !== undefined) return before
    const result = compute(character)
    if (kept.size < maxKept) kept.set(character, result)
    return result
  }
}
