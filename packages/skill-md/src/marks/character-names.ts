/** `right-to-left override`, or `U+1D173` for a character without a name here. */
export function characterName(character: string): string {
  const code = character.codePointAt(0) as number
  return names.get(code) ?? rangeName(code) ?? codePointName(character)
}

/** `U+202E` */
export function codePointName(character: string): string {
  const code = character.codePointAt(0) as number
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`
}

/** Names as Unicode has them, in small letters. */
const names: ReadonlyMap<number, string> = new Map([
  [0x00, 'null'],
  [0x07, 'bell'],
  [0x08, 'backspace'],
  [0x0b, 'vertical tab'],
  [0x0c, 'form feed'],
  [0x0d, 'carriage return'],
  [0x1b, 'escape'],
  [0x7f, 'delete'],
  [0x85, 'next line'],
  [0xa0, 'no-break space'],
  [0xad, 'soft hyphen'],
  [0x034f, 'combining grapheme joiner'],
  [0x061c, 'Arabic letter mark'],
  [0x115f, 'Hangul filler'],
  [0x1160, 'Hangul filler'],
  [0x1680, 'Ogham space'],
  [0x180e, 'Mongolian vowel separator'],
  [0x2000, 'en quad'],
  [0x2001, 'em quad'],
  [0x2002, 'en space'],
  [0x2003, 'em space'],
  [0x2004, 'three-per-em space'],
  [0x2005, 'four-per-em space'],
  [0x2006, 'six-per-em space'],
  [0x2007, 'figure space'],
  [0x2008, 'punctuation space'],
  [0x2009, 'thin space'],
  [0x200a, 'hair space'],
  [0x200b, 'zero width space'],
  [0x200c, 'zero width non-joiner'],
  [0x200d, 'zero width joiner'],
  [0x200e, 'left-to-right mark'],
  [0x200f, 'right-to-left mark'],
  [0x2028, 'line separator'],
  [0x2029, 'paragraph separator'],
  [0x202a, 'left-to-right embedding'],
  [0x202b, 'right-to-left embedding'],
  [0x202c, 'end of direction'],
  [0x202d, 'left-to-right override'],
  [0x202e, 'right-to-left override'],
  [0x202f, 'narrow no-break space'],
  [0x205f, 'mathematical space'],
  [0x2060, 'word joiner'],
  [0x2066, 'left-to-right isolate'],
  [0x2067, 'right-to-left isolate'],
  [0x2068, 'first strong isolate'],
  [0x2069, 'end of isolate'],
  [0x2800, 'blank Braille pattern'],
  [0x3000, 'ideographic space'],
  [0x3164, 'Hangul filler'],
  [0xfeff, 'byte order mark'],
  [0xffa0, 'Hangul filler'],
])

function rangeName(code: number): string | null {
  if (code >= 0xfe00 && code <= 0xfe0f) return `variation selector ${code - 0xfe00 + 1}`
  if (code >= 0xe0100 && code <= 0xe01ef) return `variation selector ${code - 0xe0100 + 17}`
  if (code >= 0xe0000 && code <= 0xe007f) return 'tag character'
  if (code >= 0xd800 && code <= 0xdfff) return 'half of a character'
  return null
}
