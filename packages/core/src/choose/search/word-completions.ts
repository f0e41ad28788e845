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
const minBaseLength = 3

/**
 * Completion terms of a word that ends inside a suffix: `documentati` may become `documentation`, whose term `document`
 * does not start with it.
 */
export function completionTerms(unfinished: string): readonly string[] {
  const terms = new Set<string>()
  for (const ending of endings) {
    for (let typed = 1; typed < ending.length; typed += 1) {
      const base = unfinished.slice(0, -typed)
      if (base.length < minBaseLength || !unfinished.endsWith(ending.slice(0, typed))) continue
      const term = stem(base + ending)
      if (!term.startsWith(unfinished)) terms.add(term)
    }
  }
  return [...terms]
}
