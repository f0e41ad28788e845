/**
 * Whether a character that shows nothing belongs where it stands: in an emoji, in a script that joins its letters
 * with it, or as a blank that its language sets. `at`: its offset, in UTF-16 units.
 */
export function isExpectedScript(text: string, at: number): boolean {
  const character = String.fromCodePoint(text.codePointAt(at) as number)
  const before = characterBefore(text, at)
  const after = characterAt(text, at + character.length)
  switch (character) {
    case '\u200d':
      return joinsEmoji(text, at, after) || (joining.test(before) && joining.test(after))
    case '\u200c':
      return joining.test(before) && (joining.test(after) || /^[\s\p{P}]?$/u.test(after))
    case '\u3000':
      return wide.test(before) || wide.test(after)
    case '\u00a0':
    case '\u202f':
      return /^[:;!?»%€$£°]$/u.test(after) || before === '«' || /^\p{Nd}$/u.test(before)
  }
  if (/^[\u180b-\u180d\u180f]$/u.test(character)) return /^\p{Script=Mongolian}$/u.test(before)
  if (/^[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]$/u.test(character))
    return varies(before, { selector: character, after })
  if (/^[\u{e0020}-\u{e007f}]$/u.test(character)) return inFlag(text, at)
  return false
}

/** Scripts that write with joiners: Arabic and its kin, and those of India and South-East Asia. */
const joining =
  /^[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]$/u
const wide =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3001-\u303f\uff01-\uffe6]$/u
const pictograph = /^\p{Extended_Pictographic}$/u

function joinsEmoji(text: string, at: number, after: string): boolean {
  if (!pictograph.test(after)) return false
  const base = characterBefore(text, at)
  const selected = base === '\ufe0f' || /^\p{Emoji_Modifier}$/u.test(base)
  return pictograph.test(selected ? characterBefore(text, at - base.length) : base)
}

function varies(
  before: string,
  at: { readonly selector: string; readonly after: string },
): boolean {
  const { selector, after } = at
  if (/^[#*0-9]$/.test(before)) return selector === '\ufe0f' && after === '\u20e3'
  if (/^[\ufe0e\ufe0f]$/u.test(selector) && /^\p{Emoji}$/u.test(before)) return true
  if (/^\p{Script=Han}$/u.test(before)) return true
  return selector === '\ufe00' && /^\p{Sm}$/u.test(before)
}

const flags: readonly string[] = ['gbeng', 'gbsct', 'gbwls'].map(
  (region) =>
    `\u{1f3f4}${[...`${region}\x7f`].map((one) => String.fromCodePoint(0xe0000 + one.charCodeAt(0))).join('')}`,
)

/** In the flag of England, Scotland or Wales, the only emoji with tag characters. */
function inFlag(text: string, at: number): boolean {
  return flags.some((flag) => {
    const from = Math.max(0, at - flag.length + 1)
    return text.slice(from, at + flag.length).includes(flag)
  })
}

function characterAt(text: string, at: number): string {
  const code = text.codePointAt(at)
  return code === undefined ? '' : String.fromCodePoint(code)
}

function characterBefore(text: string, at: number): string {
  if (at <= 0) return ''
  const pair = at >= 2 && (text.charCodeAt(at - 1) & 0xfc00) === 0xdc00
  return characterAt(text, pair && (text.charCodeAt(at - 2) & 0xfc00) === 0xd800 ? at - 2 : at - 1)
}
