import { featureBuckets, type SentenceFeatures } from './passage-features.ts'

/** What a training learned. */
export interface PassageWeights {
  /** One a bucket of features, in steps of `scale`. */
  readonly weights: Int8Array
  readonly scale: number
  readonly bias: number
}

/** Fewer features count as so many, as a few words prove little. */
export const minFeatures = 80

/** As many as 32 bits can tell apart. */
const maxPassages = 2 ** 31 - 1

/** Says how much a passage is like those of malicious skills, by logistic regression over its words. */
export class PassageClassifier {
  readonly #weights: PassageWeights
  /** The passage in which a bucket was last counted: each counts once. */
  readonly #countedIn = new Int32Array(featureBuckets)
  #passage = 0

  constructor(weights: PassageWeights) {
    this.#weights = weights
  }

  /** The logarithm of the odds, of a passage of these sentences. */
  score(sentences: readonly Pick<SentenceFeatures, 'buckets'>[]): number {
    const { weights, scale, bias } = this.#weights
    this.#begin()
    let sum = 0
    let count = 0
    for (const { buckets } of sentences) {
      for (const bucket of buckets) {
        if (this.#countedIn[bucket] === this.#passage) continue
        this.#countedIn[bucket] = this.#passage
        sum += weights[bucket] ?? 0
        count += 1
      }
    }
    return bias + (sum * scale) / Math.sqrt(Math.max(minFeatures, count))
  }

  #begin(): void {
    if (this.#passage >= maxPassages) {
      this.#countedIn.fill(0)
      this.#passage = 0
    }
    this.#passage += 1
  }
}
