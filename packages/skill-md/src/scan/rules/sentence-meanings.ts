import { mayMatch } from '../prefilter/may-match.ts'
import type { Match, Segment, SegmentRule } from '../scan-rule.ts'

/** What a sentence or a paragraph has to say: a word of each class, in any order. */
export interface Meaning {
  /** The first one is looked for in the whole text before any sentence is read. */
  readonly all: readonly RegExp[]
  /** A sentence that has this too is none. */
  readonly unless?: RegExp
}

interface Sentence {
  readonly at: number
  readonly text: string
}

/** Between sentences: a mark before a blank, an empty line, or the beginning of a list entry, a row or a heading. */
const boundary = /[.!?]["'`)*_]{0,3}(?=\s)|\n(?=[ \t]{0,12}(?:\n|[-*+#>|]|\d{1,2}[.)]\s))/g
/** More of a sentence is not read. */
const maxSentence = 500
const maxMatches = 5

/** The rule, and what says the same in other words within one sentence. */
export function withMeanings(rule: SegmentRule, meanings: readonly Meaning[]): SegmentRule {
  return withParts(rule, meanings, sentencesIn)
}

/** The rule, and what says the same in several sentences of one paragraph. */
export function withParagraphMeanings(
  rule: SegmentRule,
  meanings: readonly Meaning[],
): SegmentRule {
  return withParts(rule, meanings, paragraphsIn)
}

type Split = (folded: string) => Iterable<Sentence>

function withParts(rule: SegmentRule, meanings: readonly Meaning[], split: Split): SegmentRule {
  return {
    ...rule,
    *find(segment): Generator<Match> {
      const found = [...rule.find(segment)]
      yield* found
      for (const match of partsThatMean(segment, meanings, split)) {
        if (!found.some((one) => isWithin(one, match))) yield match
      }
    },
  }
}

const isWithin = (one: Match, { at, length }: Match): boolean =>
  one.at >= at && one.at < at + length

function* partsThatMean(
  segment: Segment,
  meanings: readonly Meaning[],
  split: Split,
): Generator<Match> {
  const { folded } = segment
  const possible = meanings.filter(
    ({ all }) => all.every((words) => mayMatch(words, segment)) && all[0]?.test(folded),
  )
  if (possible.length === 0) return
  let count = 0
  for (const { at, text } of partsOf(segment, split)) {
    const isMeant = possible.some(
      ({ all, unless }) => all.every((words) => words.test(text)) && !unless?.test(text),
    )
    if (!isMeant) continue
    yield { at, length: text.length }
    count += 1
    if (count >= maxMatches) return
  }
}

function* partsOf({ kind, folded }: Segment, split: Split): Generator<Sentence> {
  const read = kind === 'code' ? commentsIn(folded) : [{ at: 0, text: folded }]
  for (const { at, text } of read) {
    for (const part of split(text)) yield { ...part, at: at + part.at }
  }
}

const commentLine = /^([ \t]{0,40}(?:#{1,3}|\/{2,3}|--|;|\*|\/\*{1,2}|rem\b)[ \t]{0,3})([^\n]*)$/gm

/** The comments of a code, without their marks; lines one after the other are one comment. */
function* commentsIn(folded: string): Generator<Sentence> {
  let begin = 0
  let text = ''
  for (const { 0: line, 2: comment = '', index } of folded.matchAll(commentLine)) {
    if (begin + text.length + 1 === index) text += '\n'
    else {
      if (text !== '') yield { at: begin, text }
      begin = index
      text = ''
    }
    text += ' '.repeat(line.length - comment.length) + comment
  }
  if (text !== '') yield { at: begin, text }
}

/** The sentences of a folded text. Lines of one paragraph are one text. */
function* sentencesIn(folded: string): Generator<Sentence> {
  let begin = 0
  for (const { 0: mark, index } of folded.matchAll(boundary)) {
    yield* sentenceAt(folded, begin, index + mark.length)
    begin = index + mark.length
  }
  yield* sentenceAt(folded, begin, folded.length)
}

const emptyLine = /\n[ \t>*#-]{0,8}(?=\n)/g
const maxParagraph = 1_500

function* paragraphsIn(folded: string): Generator<Sentence> {
  let begin = 0
  for (const { 0: mark, index } of folded.matchAll(emptyLine)) {
    yield* partAt(folded, { begin, end: index, most: maxParagraph })
    begin = index + mark.length
  }
  yield* partAt(folded, { begin, end: folded.length, most: maxParagraph })
}

function* sentenceAt(folded: string, begin: number, end: number): Generator<Sentence> {
  yield* partAt(folded, { begin, end, most: maxSentence })
}

function* partAt(
  folded: string,
  { begin, end, most }: { readonly begin: number; readonly end: number; readonly most: number },
): Generator<Sentence> {
  const whole = folded.slice(begin, Math.min(end, begin + most))
  const text = whole.trimStart()
  if (text.length < 12) return
  yield { at: begin + whole.length - text.length, text: text.replaceAll('\n', ' ').trimEnd() }
}
