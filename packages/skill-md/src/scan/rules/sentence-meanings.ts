import { mayMatch } from '../prefilter/may-match.ts'
import type { Match, Segment, SegmentKind, SegmentRule } from '../scan-rule.ts'

/** What a sentence has to say: a word of each class, in any order. */
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
const read: readonly SegmentKind[] = ['prose', 'comment', 'frontmatter']

/** The rule, and what says the same in other words. */
export function withMeanings(rule: SegmentRule, meanings: readonly Meaning[]): SegmentRule {
  return {
    ...rule,
    *find(segment): Generator<Match> {
      const found = [...rule.find(segment)]
      yield* found
      if (!read.includes(segment.kind)) return
      for (const match of sentencesThatMean(segment, meanings)) {
        if (!found.some((one) => isWithin(one, match))) yield match
      }
    },
  }
}

const isWithin = (one: Match, { at, length }: Match): boolean =>
  one.at >= at && one.at < at + length

function* sentencesThatMean(segment: Segment, meanings: readonly Meaning[]): Generator<Match> {
  const { folded } = segment
  const possible = meanings.filter(
    ({ all }) => all.every((words) => mayMatch(words, segment)) && all[0]?.test(folded),
  )
  if (possible.length === 0) return
  let count = 0
  for (const { at, text } of sentencesIn(folded)) {
    const isMeant = possible.some(
      ({ all, unless }) => all.every((words) => words.test(text)) && !unless?.test(text),
    )
    if (!isMeant) continue
    yield { at, length: text.length }
    count += 1
    if (count >= maxMatches) return
  }
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

function* sentenceAt(folded: string, begin: number, end: number): Generator<Sentence> {
  const whole = folded.slice(begin, Math.min(end, begin + maxSentence))
  const text = whole.trimStart()
  if (text.length < 12) return
  yield { at: begin + whole.length - text.length, text: text.replaceAll('\n', ' ').trimEnd() }
}
