import type { Segment } from '../scan-rule.ts'
import { commentsIn, type Sentence, sentencesIn } from '../sentences.ts'
import { isTextDocument } from '../split-segments.ts'
import { featuresOf, type SentenceFeatures } from './passage-features.ts'

/** A few sentences that follow one another. */
export interface Passage {
  /** Offset in the folded text of the segment. */
  readonly at: number
  readonly length: number
  readonly sentences: readonly ReadSentence[]
}

/** A passage has so many sentences: an order may take one, or be spread over several. */
const sentenceCounts = [1, 2, 4] as const
/** Fewer words say too little. */
const minWords = 8

/** A sentence, and what a classifier reads in it. */
export type ReadSentence = Sentence & SentenceFeatures

/** The sentences of what a model reads: prose, the lines of a code block in it, and the comments of a script. Pure. */
export function readSentences(segment: Segment): readonly ReadSentence[] {
  return [...sentencesOf(segment)].map((one) => ({ ...one, ...featuresOf(one.text) }))
}

function sentencesOf({ kind, folded, path }: Segment): Generator<Sentence> {
  if (kind !== 'code') return sentencesIn(folded)
  return isTextDocument(path) ? linesOf(folded) : sentencesOfComments(folded)
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

/** Every passage of these sentences. Pure. */
export function* passagesOf(sentences: readonly ReadSentence[]): Generator<Passage> {
  for (const begin of sentences.keys()) {
    for (const count of sentenceCounts) {
      // The whole rest was a passage already.
      if (count > 1 && begin + count / 2 >= sentences.length) break
      const passage = sentences.slice(begin, begin + count)
      const words = passage.reduce((sum, one) => sum + one.words, 0)
      if (words >= minWords) yield { ...spanOf(passage), sentences: passage }
    }
  }
}

function spanOf(sentences: readonly Sentence[]): { readonly at: number; readonly length: number } {
  const at = sentences[0]?.at ?? 0
  const last = sentences.at(-1)
  return { at, length: last ? last.at + last.text.length - at : 0 }
}
