import { mayMatch } from '../prefilter/may-match.ts'
import type { Match, Segment, SegmentRule } from '../scan-rule.ts'
import { commentsIn, paragraphsIn, type Sentence, sentencesIn } from '../sentences.ts'

/** What a sentence or a paragraph has to say: a word of each class, in any order. */
export interface Meaning {
  /** The first one is looked for in the whole text before any sentence is read. */
  readonly all: readonly RegExp[]
  /** A sentence that has this too is none. */
  readonly unless?: RegExp
}

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
