import type { MarkKind } from './mark.ts'

/** What a character is that does not show itself; null for all others, plain blanks and line breaks included. */
export function kindOfCharacter(character: string): MarkKind | null {
  if (bidi.test(character)) return 'bidi'
  if (tag.test(character)) return 'tag'
  if (control.test(character)) return 'control'
  if (unusualSpace.test(character)) return 'space'
  return hidden.test(character) ? 'hidden' : null
}

const bidi = /^[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]$/u
const tag = /^[\u{e0000}-\u{e007f}]$/u
const control = /^(?![\n\t])\p{Cc}$/u
const unusualSpace = /^(?! )[\p{Zs}\p{Zl}\p{Zp}\u2800]$/u
const hidden = /^[\p{Default_Ignorable_Code_Point}\p{Cs}\ufff9-\ufffb]$/u

/** Runs of blanks and of characters that do not show themselves. */
export const hiddenRun =
  /[\s\p{Cc}\p{Cs}\p{Zs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb]+/gu
