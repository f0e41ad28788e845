import { stem } from '../text/stem.ts'

/** Endings that stemming removes. */
const endings = [
  ...[
    'ing',
    'ings',
    'ed',
    'er',
    'ers',
    'or',
    'es',
    'ies',
    'ly',
    'al',
    'ive',
    'ize',
    'able',
    'ible',
  ],
  ...[
    'ion',
    'ions',
    'ation',
    'ations',
    'ator',
    'ization',
    'isation',
    'ational',
    'ability',
    'ality',
  ],
  ...['ment', 'ments', 'ement', 'ness', 'ance', 'ence', 'fulness', 'iveness'],
]
const begunEndings = beginningsOf(endings)
const minBaseLength = 3

/**
 * Completion terms of a word that ends inside a suffix: `documentati` may become `documentation`, whose term `document`
 * does not start with it.
 */
export function completionTerms(unfinished: string): readonly string[] {
  const terms = new Set<string>()
  for (const [begun, wholes] of begunEndings) {
    if (unfinished.length < begun.length + minBaseLength || !unfinished.endsWith(begun)) continue
    const base = unfinished.slice(0, -begun.length)
    for (const ending of wholes) {
      const term = stem(base + ending)
      if (!term.startsWith(unfinished)) terms.add(term)
    }
  }
  return [...terms]
}

/** Every beginning of an ending, and the endings that begin so. */
function beginningsOf(all: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const beginnings = new Map<string, string[]>()
  for (const ending of all) {
    for (let length = 1; length < ending.length; length += 1) {
      const begun = ending.slice(0, length)
      beginnings.set(begun, [...(beginnings.get(begun) ?? []), ending])
    }
  }
  return beginnings
}
