import type { WordVectors } from '../../ports/word-vectors.ts'
import { BODY_MEANING_TERMS, SegmentMeanings } from '../meaning/segment-meanings.ts'
import { expandSymbols } from '../text/expand-symbols.ts'
import { tokenise } from '../text/tokenise.ts'
import {
  BODY_FIELD,
  BODY_MAX,
  BODY_PAIRS,
  BODY_TERMS,
  FIELD_RULES,
  type FieldRule,
  SATURATION,
  type SearchText,
} from './fields.ts'
import { FIELD_BITS, type Segment, termScore } from './segment.ts'
import { finishSegment } from './segment-layout.ts'
import { NOT_INDEXED, TermTable } from './term-table.ts'
import { topTerms } from './top-terms.ts'

/** Indexes skills, numbered in order; with word vectors also what they mean. Linear in their text. */
export function buildSegment(
  texts: readonly SearchText[],
  vectors: WordVectors | null = null,
): Segment {
  const builder = new SegmentAccumulator(vectors)
  for (const text of texts) builder.add(text)
  return builder.finish()
}

/** A word of ideographs is about two pairs. */
const pairLength = 0.5
/** More than any weight of a term in one field. */
const rankUnit = 1e6

/** The state of one build. Counters are per term and reset after each skill. */
class SegmentAccumulator {
  private readonly table = new TermTable()
  private readonly meanings: SegmentMeanings | null
  private counts = new Uint16Array(1 << 14)
  private weights = new Float64Array(1 << 14)
  private best = new Float64Array(1 << 14)
  private bestFields = new Uint8Array(1 << 14)
  /** Terms of the current field, in order of first occurrence, and of the whole skill. */
  private fieldTerms: number[] = []
  /** The same of pairs of ideographs. */
  private fieldPairs: number[] = []
  private skillTerms: number[] = []
  private fieldLength = 0
  private docs = 0
  private readonly postingTerms: number[] = []
  private readonly postings: number[] = []
  private readonly impacts: number[] = []

  constructor(vectors: WordVectors | null) {
    this.meanings = vectors && new SegmentMeanings(vectors, this.table.terms)
  }

  private readonly sink = (units: Uint16Array, start: number, end: number): void => {
    const term = this.table.termOf(units, start, end)
    if (term === NOT_INDEXED) return
    if (term >= this.counts.length) this.grow()
    const isPair = this.table.isPair(term)
    if (this.counts[term] === 0) (isPair ? this.fieldPairs : this.fieldTerms).push(term)
    if (this.counts[term]! < 65535) this.counts[term]! += 1
    this.fieldLength += isPair ? pairLength : 1
  }

  add(text: SearchText): void {
    for (const [field, rule] of FIELD_RULES.entries()) this.addField(field, rule, text[rule.text])
    for (const term of this.skillTerms) {
      this.postingTerms.push(term)
      this.postings.push((this.docs << FIELD_BITS) | this.bestFields[term]!)
      this.impacts.push(termScore(this.weights[term]!, SATURATION))
      this.weights[term] = 0
      this.best[term] = 0
    }
    this.skillTerms.length = 0
    this.meanings?.endSkill()
    this.docs += 1
  }

  finish(): Segment {
    return finishSegment({
      docCount: this.docs,
      terms: this.table.terms,
      postingTerms: this.postingTerms,
      postings: this.postings,
      impacts: this.impacts,
      meanings: this.meanings?.finish() ?? new Int8Array(),
    })
  }

  private addField(field: number, rule: FieldRule, text: string): void {
    this.fieldLength = 0
    tokenise(expandSymbols(text), rule, this.sink)
    const lengthNormalisation =
      1 -
      rule.lengthNormalisation +
      (rule.lengthNormalisation * this.fieldLength) / rule.typicalLength
    const unit = rule.weight / lengthNormalisation
    for (const term of this.indexedTerms(field)) {
      const count = this.counts[term]!
      const weight =
        field === BODY_FIELD ? Math.min(BODY_MAX, unit * (1 + Math.log(count))) : unit * count
      if (this.weights[term] === 0) this.skillTerms.push(term)
      this.weights[term]! += weight
      // A word of a name stays one, however often the body repeats it.
      const evidence = rule.rank * rankUnit + weight
      if (evidence > this.best[term]!) {
        this.best[term] = evidence
        this.bestFields[term] = field
      }
    }
    this.addMeaning(field)
    for (const terms of [this.fieldTerms, this.fieldPairs]) {
      for (const term of terms) this.counts[term] = 0
      terms.length = 0
    }
  }

  private addMeaning(field: number): void {
    const { meanings, fieldTerms, counts } = this
    if (meanings === null) return
    if (field !== BODY_FIELD) for (const term of fieldTerms) meanings.add(term, counts[term]!)
    else
      for (const term of topTerms(fieldTerms, counts, BODY_MEANING_TERMS))
        meanings.addOfBody(term, counts[term]!)
  }

  private indexedTerms(field: number): readonly number[] {
    const { fieldTerms, fieldPairs, counts } = this
    if (field !== BODY_FIELD) return [...fieldTerms, ...fieldPairs]
    return [
      ...topTerms(fieldTerms, counts, BODY_TERMS),
      ...topTerms(fieldPairs, counts, BODY_PAIRS),
    ]
  }

  private grow(): void {
    this.counts = copyInto(new Uint16Array(this.counts.length * 2), this.counts)
    this.weights = copyInto(new Float64Array(this.weights.length * 2), this.weights)
    this.best = copyInto(new Float64Array(this.best.length * 2), this.best)
    this.bestFields = copyInto(new Uint8Array(this.bestFields.length * 2), this.bestFields)
  }
}

function copyInto<Numbers extends { set(from: ArrayLike<number>): void }>(
  larger: Numbers,
  from: ArrayLike<number>,
): Numbers {
  larger.set(from)
  return larger
}
