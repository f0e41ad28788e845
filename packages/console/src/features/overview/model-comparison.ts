import type { ActOnBody } from '@repertoire/protocol'

type Retest = NonNullable<ActOnBody['retest']>
type Comparison = Retest['skills'][number]['models']

/** `10 of 10 → 1 of 10 with Large, −90 points (−100 to −55, 10 pairs)`, or that there are too few to say. */
export function comparisonText(models: Comparison): string {
  const { before, after, pairs, difference, low, high, verdict } = models
  const passes = `${before.count} of ${before.n} → ${after.count} of ${after.n} with ${models.model_after}`
  if (verdict === 'too-few' || difference === null) return `too few to say: ${passes}`
  return `${passes}, ${points(difference)} points (${points(low)} to ${points(high)}, ${pairs} pairs)`
}

function points(share: number | null): string {
  return String(Math.round((share ?? 0) * 100)).replace('-', '−')
}

export const retestEndTexts: Readonly<Record<NonNullable<Retest['end']>, string>> = {
  finished: 'Finished.',
  'over-cost': 'Stopped at the cost ceiling.',
  'cost-unknown': 'Not run: a model has no price, so no ceiling would hold.',
  off: 'Not run: it is turned off.',
  unchanged: 'Not run: the model was changed back.',
  'model-gone': 'Not run: a model is gone.',
  superseded: 'Ended: the model changed again.',
  failed: 'It failed; the server’s log says why.',
}
