import { minFeatures, type PassageWeights } from '../passage-classifier.ts'
import { featureBuckets, type SentenceFeatures } from '../passage-features.ts'
import { minimise } from './minimise.ts'

/** A passage and what a person says of it. */
export interface TrainingPassage {
  readonly sentences: readonly Pick<SentenceFeatures, 'buckets'>[]
  readonly isHarmful: boolean
  /** How much it counts, 1 for one of many. */
  readonly weight: number
}

interface Example {
  readonly buckets: Uint32Array
  /** What each of its features counts. */
  readonly value: number
  /** 1 for a harmful passage, else -1. */
  readonly label: number
  readonly weight: number
}

/** The smaller, the less a single passage can teach. */
const trust = 30
const maxSteps = 60

/** Logistic regression with a penalty on large weights. The same passages give the same weights. Pure. */
export function trainWeights(passages: readonly TrainingPassage[]): PassageWeights {
  const examples = passages.map(exampleOf)
  const start = new Float64Array(featureBuckets + 1)
  return rounded(minimise((at) => lossOf(examples, at), { start, maxSteps }))
}

function exampleOf({ sentences, isHarmful, weight }: TrainingPassage): Example {
  const buckets = new Set<number>()
  for (const one of sentences) for (const bucket of one.buckets) buckets.add(bucket)
  return {
    ...{ buckets: Uint32Array.from(buckets), label: isHarmful ? 1 : -1, weight },
    value: 1 / Math.sqrt(Math.max(minFeatures, buckets.size)),
  }
}

/** The loss of weights, of which the last is the bias, and its slope. */
function lossOf(examples: readonly Example[], at: Float64Array) {
  const slope = new Float64Array(at.length)
  const bias = at[featureBuckets] ?? 0
  let loss = 0
  for (const { buckets, value, label, weight } of examples) {
    let sum = 0
    for (const bucket of buckets) sum += at[bucket] ?? 0
    const margin = label * (bias + sum * value)
    loss += weight * softplus(-margin)
    const push = (-weight * label) / (1 + Math.exp(margin))
    for (const bucket of buckets) slope[bucket] = (slope[bucket] ?? 0) + push * value
    slope[featureBuckets] = (slope[featureBuckets] ?? 0) + push
  }
  for (let bucket = 0; bucket < featureBuckets; bucket += 1) {
    const weight = at[bucket] ?? 0
    loss += (weight * weight) / (2 * trust)
    slope[bucket] = (slope[bucket] ?? 0) + weight / trust
  }
  return { loss, slope }
}

function softplus(x: number): number {
  return x > 30 ? x : Math.log1p(Math.exp(x))
}

function rounded(at: Float64Array): PassageWeights {
  const weights = at.subarray(0, featureBuckets)
  const largest = weights.reduce((most, one) => Math.max(most, Math.abs(one)), 1e-9)
  const scale = largest / 127
  const bias = at[featureBuckets] ?? 0
  return { weights: Int8Array.from(weights, (one) => Math.round(one / scale)), scale, bias }
}
