/** A segment of a pattern: literal text, `*` and `?`. Brackets, braces, `!` and `\` mean different things elsewhere. */
const patternSegment = /^[A-Za-z0-9_.*? @%+=,~-]+$/
const oddCharacter = /[\\\p{Cc}\p{Cf}]/u

/** The segments of a path glob, relative to the conversation's folder; null when it cannot be understood. */
export function parsePathPattern(written: string): readonly string[] | null {
  const segments = (written.startsWith('./') ? written.slice(2) : written).split('/')
  const understood = segments.every(
    (segment) =>
      patternSegment.test(segment) &&
      segment !== '.' &&
      segment !== '..' &&
      (segment === '**' || !segment.includes('**')) &&
      !segment.startsWith('~'),
  )
  return understood ? segments : null
}

/**
 * Whether a path is inside the glob: `*` and `?` stay in one segment, `**` is any number of segments, also
 * none. A path that is not written in its shortest form (`..`, `.`, `//`, a leading `/`, `\`) never is. Pure.
 */
export function matchesPath(pattern: readonly string[], path: string): boolean {
  const segments = path === '' ? [] : path.split('/')
  if (segments.some((one) => one === '' || one === '.' || one === '..')) return false
  if (oddCharacter.test(path)) return false
  return reachedEnd(pattern, segments)
}

/** Positions in the pattern are advanced together, so that many `**` cost no more than one. */
function reachedEnd(pattern: readonly string[], segments: readonly string[]): boolean {
  let at = withoutStars(pattern, new Set([0]))
  for (const segment of segments) {
    const next = new Set<number>()
    for (const position of at) {
      const expected = pattern[position]
      if (expected === undefined) continue
      if (expected === '**') next.add(position)
      else if (matchesSegment(expected, segment)) next.add(position + 1)
    }
    at = withoutStars(pattern, next)
  }
  return at.has(pattern.length)
}

function withoutStars(pattern: readonly string[], positions: Set<number>): ReadonlySet<number> {
  for (const position of positions) if (pattern[position] === '**') positions.add(position + 1)
  return positions
}

function matchesSegment(pattern: string, text: string): boolean {
  let at = new Set([0])
  const characters = [...text]
  const parts = [...pattern]
  const open = (set: Set<number>) => {
    for (const position of set) if (parts[position] === '*') set.add(position + 1)
    return set
  }
  at = open(at)
  for (const character of characters) {
    const next = new Set<number>()
    for (const position of at) {
      const part = parts[position]
      if (part === '*') next.add(position)
      else if (part === '?' || part === character) next.add(position + 1)
    }
    at = open(next)
  }
  return at.has(parts.length)
}
