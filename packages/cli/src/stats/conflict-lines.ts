import type { ConflictsBody } from '@repertoire/client'
import { sanitizeText } from '../terminal/sanitize-text.ts'

type Pair = ConflictsBody['pairs'][number]
type Rate = NonNullable<Pair['outcome']>['together']

const reasons: Readonly<Record<Pair['conflicts'][number]['kind'], string>> = {
  'secrets-and-sending': 'one reads secrets, the other sends',
  'opposite-instructions': 'one asks for what the other forbids',
  'same-output': 'both write the same file',
  'different-versions': 'they pin different versions',
}

/** Safe for a terminal. */
export function conflictLines(pairs: readonly Pair[]): readonly string[] {
  return pairs.flatMap(({ skills, conflicts, outcome }) => {
    const slugs = skills.map(({ slug }) => slug)
    const said = conflicts.map(({ kind, evidence }) => {
      const words = evidence.map((text, index) => `${slugs[index]}: ${text}`)
      return `  ${reasons[kind]}  ${words.join('  |  ')}`
    })
    const lines = [slugs.join(' + '), ...said, ...(outcome ? [outcomeLine(outcome, slugs)] : [])]
    return lines.map(sanitizeText)
  })
}

function outcomeLine(
  { verdict, together, alone }: NonNullable<Pair['outcome']>,
  slugs: readonly string[],
): string {
  const rates = alone.map((rate, index) => `${slugs[index]} alone ${rateText(rate)}`)
  const words = verdict === 'too-few' ? 'too few to say' : verdict.replaceAll('-', ' ')
  return `  turns  ${words}: together ${rateText(together)}, ${rates.join(', ')}`
}

function rateText({ count, n, low, high }: Rate): string {
  if (low === null || high === null) return 'no turn'
  const percent = (share: number) => Math.round(share * 100)
  return `${count} of ${n} (${percent(low)}–${percent(high)} %)`
}
