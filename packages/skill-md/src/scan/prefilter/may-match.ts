import { type RequiredText, requiredTextOf } from './required-text.ts'
import { hasNgram, ngramsIn, type TextNgrams } from './text-ngrams.ts'

/** A text, and the same folded. */
interface FoldedText {
  readonly text: string
  readonly folded: string
}

const known = new WeakMap<RegExp, RequiredText>()

/**
 * False only where an expression surely matches no part of the segment, folded or, regardless of case, as it is. A look
 * that costs far less than a try.
 */
export function mayMatch(pattern: RegExp, segment: FoldedText): boolean {
  let required = known.get(pattern)
  if (required === undefined) {
    required = requiredTextOf(pattern)
    known.set(pattern, required)
  }
  return holds(required, ngramsOfSegment(segment))
}

// Counted loops: it is asked for every rule and segment, and iterators would cost more than the look.
function holds({ grams, all, any }: RequiredText, text: TextNgrams): boolean {
  for (let at = 0; at < grams.length; at += 1) if (!hasNgram(text, grams[at]!)) return false
  for (let at = 0; at < all.length; at += 1) if (!holds(all[at]!, text)) return false
  for (let at = 0; at < any.length; at += 1) {
    const first = any[at]!.grams[0]
    if (first !== undefined && !hasNgram(text, first)) continue
    if (holds(any[at]!, text)) return true
  }
  return any.length === 0
}

const texts = new WeakMap<FoldedText, TextNgrams>()

/** Rules are tried one after the other on the same segment. */
function ngramsOfSegment(segment: FoldedText): TextNgrams {
  let ngrams = texts.get(segment)
  if (ngrams === undefined) {
    ngrams = ngramsIn(segment.folded, segment.text)
    texts.set(segment, ngrams)
  }
  return ngrams
}
