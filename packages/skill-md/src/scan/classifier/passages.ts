import type { Segment } from '../scan-rule.ts'
import { commentsIn, type Sentence, sentencesIn } from '../sentences.ts'
import { isTextDocument } from '../split-segments.ts'
import { featuresOf, type SentenceFeatures } from './passage-features.ts'

/** A few sentences that follow one another. */
export interface Passage {
  /** Offset in the folded text of the segment. */
  readonly at: number
  readonly length: number
  /** A script's comments are text. Data are settings, tables and templates, which hold both. */
  readonly of: 'text' | 'data' | 'script'
  readonly sentences: readonly ReadSentence[]
}

/** Which sentences that follow one another are read as one passage. */
interface Windows {
  readonly sizes: readonly number[]
  /** Sentences from the beginning of one of this size to the next. */
  step(size: number): number
}

const windows: Readonly<Record<Passage['of'], Windows>> = {
  // An order may take one sentence, or be spread over several.
  text: { sizes: [1, 2, 4], step: () => 1 },
  // What is read stands some lines above where it is sent.
  data: { sizes: [4, 8, 16], step: (size) => size / 2 },
  script: { sizes: [4, 8, 16], step: (size) => size / 2 },
}
/** Fewer words say too little. */
const minWords = 8

/** A sentence, and what a classifier reads in it. */
export type ReadSentence = Sentence & SentenceFeatures

/** The sentences of prose, the lines of code. Pure. */
export function readSentences({ kind, folded }: Segment): readonly ReadSentence[] {
  return read(kind === 'code' ? linesOf(folded) : sentencesIn(folded))
}

/** The passages of prose, of the code in it, or of a script and its comments. Pure. */
export function* passagesOf(segment: Segment): Generator<Passage> {
  const { kind, path, folded } = segment
  if (kind !== 'code' || isTextDocument(path)) {
    yield* passagesIn(readSentences(segment), 'text')
    return
  }
  yield* passagesIn(read(sentencesOfComments(folded)), 'text')
  yield* passagesIn(readSentences(segment), dataFile.test(path) ? 'data' : 'script')
}

const dataFile =
  /\.(?:ya?ml|json[5lc]?|toml|[ct]sv|xml|html?|svg|ini|cfg|conf|env|properties|j2|hbs|tmpl|ipynb)$/i

function read(texts: Iterable<Sentence>): readonly ReadSentence[] {
  return Array.from(texts, (one) => ({ ...one, ...featuresOf(one.text) }))
}

function* sentencesOfComments(folded: string): Generator<Sentence> {
  for (const { at, text } of commentsIn(folded)) {
    for (const sentence of sentencesIn(text)) yield { ...sentence, at: at + sentence.at }
  }
}

const minLine = 8
/** More of a line is read as another one. */
const maxLine = 500

function* linesOf(folded: string): Generator<Sentence> {
  let begin = 0
  for (const line of folded.split('\n')) {
    for (let at = 0; at < line.length; at += maxLine) {
      const text = line.slice(at, at + maxLine)
      if (text.trim().length >= minLine) yield { at: begin + at, text }
    }
    begin += line.length + 1
  }
}

function* passagesIn(sentences: readonly ReadSentence[], of: Passage['of']): Generator<Passage> {
  const { sizes, step } = windows[of]
  const smallest = Math.min(...sizes)
  for (const size of sizes) {
    for (let begin = 0; begin < sentences.length; begin += step(size)) {
      // The whole rest was a passage already.
      if (size > smallest && begin + size / 2 >= sentences.length) break
      const passage = sentences.slice(begin, begin + size)
      const words = passage.reduce((sum, one) => sum + one.words, 0)
      if (words >= minWords) yield { ...spanOf(passage), of, sentences: passage }
    }
  }
}

function spanOf(sentences: readonly Sentence[]): { readonly at: number; readonly length: number } {
  const at = sentences[0]?.at ?? 0
  const last = sentences.at(-1)
  return { at, length: last ? last.at + last.text.length - at : 0 }
}
