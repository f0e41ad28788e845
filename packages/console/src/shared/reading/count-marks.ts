import { annotateHiddenCharacters, type MarkKind } from '@repertoire/skill-md/text'
import { plural } from '../design/numbers.ts'

/** What is marked in the texts, counted and in words, the most dangerous first; empty when nothing is. */
export function countMarks(texts: readonly string[]): readonly string[] {
  const counts = new Map<MarkKind, number>()
  const labels = new Map<MarkKind, Set<string>>()
  for (const { mark } of texts.flatMap(annotateHiddenCharacters)) {
    if (!mark) continue
    for (const [kind, count] of Object.entries(mark.tally) as [MarkKind, number][]) {
      counts.set(kind, (counts.get(kind) ?? 0) + count)
    }
    labels.set(mark.kind, (labels.get(mark.kind) ?? new Set()).add(mark.label))
  }
  return order.flatMap((kind) => {
    const count = counts.get(kind)
    return count === undefined ? [] : [words(kind, count, labels.get(kind) ?? new Set())]
  })
}

/** Every text in a value, names of fields included. */
export function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) return value.flatMap(textsIn)
  return Object.entries(value).flatMap(([name, part]) => [name, ...textsIn(part)])
}

const order: readonly MarkKind[] = [
  ...(['bidi', 'tag', 'hidden', 'control', 'lookalike', 'blank', 'space'] as const),
]

function words(kind: MarkKind, count: number, labels: ReadonlySet<string>): string {
  switch (kind) {
    case 'bidi': {
      const [only = ''] = labels
      const alone = labels.size === 1 && !/[×,]/.test(only)
      return alone ? plural(count, only) : plural(count, 'direction character')
    }
    case 'tag':
      return plural(count, 'tag character')
    case 'hidden':
      return plural(count, 'hidden character')
    case 'control':
      return plural(count, 'control character')
    case 'lookalike':
      return plural(count, 'look-alike letter')
    case 'blank':
      return plural(count, 'long run of blanks', 'long runs of blanks')
    case 'space':
      return plural(count, 'unusual space')
  }
}
