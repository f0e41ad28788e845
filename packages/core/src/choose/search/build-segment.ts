import type { WordVectors } from '../../ports/word-vectors.ts'
import { BODY_MEANING_TERMS, SegmentMeanings } from '../meaning/segment-meanings.ts'
import { expandSymbols } from '../text/expand-symbols.ts'
import { type DetectedLanguage, detectLanguage } from '../text/languages/detect-language.ts'
import type { Language } from '../text/languages/function-words.ts'
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
import { languageMark, NOT_INDEXED, TermTable, termInLanguage, Vocabulary } from './term-table.ts'
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
  private readonly vocabulary = new Vocabulary()
  private readonly table = new TermTable(this.vocabulary)
  private readonly tables = new Map<Language, TermTable>()
  /** The words of the field's language; null for English. */
  private ownTable: TermTable | null = null
  private readonly meanings: SegmentMeanings | null
  private counts = new Uint16Array(1 << 14)
  private weights = new Float64Array(1 << 14)
  private best = new Float64Array(1 << 14)
  private bestFields = new Uint8Array(1 << 14)
  /** Terms of the current field, in order of first occurrence, and of the whole skill. */
  private fieldTerms: number[] = []
  /** The same of pairs of ideographs. */
  private fieldPairs: number[] = []
  /** Terms by the rules of the field's own language, where they differ. */
  private fieldStems: number[] = []
  private skillTerms: number[] = []
  private fieldLength = 0
  private docs = 0
  private readonly postingTerms: number[] = []
  private readonly postings: number[] = []
  private readonly impacts: number[] = []

  constructor(vectors: WordVectors | null) {
    this.meanings = vectors && new SegmentMeanings(vectors, this.vocabulary.terms)
  }

  private readonly sink = (units: Uint16Array, start: number, end: number): void => {
    // First: a word that is left out must not enter the vocabulary.
    const own = this.ownTable === null ? null : this.ownTable.termOf(units, start, end)
    if (own === NOT_INDEXED) return
    const term = this.table.termOf(units, start, end)
    if (term === NOT_INDEXED) return
    const isPair = this.vocabulary.isPair(term)
    this.count(term, isPair ? this.fieldPairs : this.fieldTerms)
    if (own !== null && own !== term) this.count(own, this.fieldStems)
    this.fieldLength += isPair ? pairLength : 1
  }

  private count(term: number, list: number[]): void {
    while (term >= this.counts.length) this.grow()
    if (this.counts[term] === 0) list.push(term)
    if (this.counts[term]! < 65535) this.counts[term]! += 1
  }

  add(text: SearchText): void {
    const language = detectLanguage(`${text.description} ${text.whenToUse}`)
    const bodyLanguage = detectLanguage(text.body)
    const described = this.tableOf(language)
    const body = this.tableOf(bodyLanguage)
    for (const [field, rule] of FIELD_RULES.entries()) {
      this.ownTable = field === BODY_FIELD ? body : described
      this.addField(field, rule, text[rule.text])
    }
    for (const term of this.skillTerms) {
      this.postingTerms.push(term)
      this.postings.push((this.docs << FIELD_BITS) | this.bestFields[term]!)
      this.impacts.push(termScore(this.weights[term]!, SATURATION))
      this.weights[term] = 0
      this.best[term] = 0
    }
    for (const one of new Set([language, bodyLanguage])) this.markLanguage(one)
    this.skillTerms.length = 0
    this.meanings?.endSkill()
    this.docs += 1
  }

  finish(): Segment {
    return finishSegment({
      docCount: this.docs,
      terms: this.vocabulary.terms,
      postingTerms: this.postingTerms,
      postings: this.postings,
      impacts: this.impacts,
      meanings: this.meanings?.finish() ?? new Int8Array(),
    })
  }

  /** Queries ask which languages a library has at all. */
  private markLanguage(language: DetectedLanguage): void {
    if (language === null || language === 'english') return
    this.postingTerms.push(this.vocabulary.numberOf(languageMark(language)))
    this.postings.push((this.docs << FIELD_BITS) | BODY_FIELD)
    this.impacts.push(1)
  }

  private tableOf(language: DetectedLanguage): TermTable | null {
    if (language === null || language === 'english') return null
    const table =
      this.tables.get(language) ??
      new TermTable(this.vocabulary, (word) => termInLanguage(language, word))
    this.tables.set(language, table)
    return table
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
    for (const terms of [this.fieldTerms, this.fieldPairs, this.fieldStems]) {
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
    const { fieldTerms, fieldPairs, fieldStems, counts } = this
    if (field !== BODY_FIELD) return [...fieldTerms, ...fieldPairs, ...fieldStems]
    return [
      ...topTerms(fieldTerms, counts, BODY_TERMS),
      ...topTerms(fieldStems, counts, BODY_TERMS),
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
