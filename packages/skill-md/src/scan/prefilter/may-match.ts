import { type RequiredText, requiredTextOf } from './required-text.ts'
import { gramsIn, hasGram, type TextGrams } from './text-grams.ts'

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
  return holds(required, gramsOfSegment(segment))
}

function holds({ grams, all, any }: RequiredText, text: TextGrams): boolean {
  for (const gram of grams) if (!hasGram(text, gram)) return false
  for (const part of all) if (!holds(part, text)) return false
  if (any.length === 0) return true
  for (const part of any) if (holds(part, text)) return true
  return false
}

/** Of the segment that was asked about last: rules are tried one after the other on the same one. */
let last: { readonly segment: FoldedText; readonly grams: TextGrams } | undefined

function gramsOfSegment(segment: FoldedText): TextGrams {
  if (last?.segment !== segment) last = { segment, grams: gramsIn(segment.folded, segment.text) }
  return last.grams
}
