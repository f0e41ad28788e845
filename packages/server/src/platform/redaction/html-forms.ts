/** How libraries write the characters that are special in HTML; each is consistent for one character. */
const variants: readonly (readonly [string, readonly string[]])[] = [
  ['<', ['&lt;', '&#60;', '&#x3c;', '&#x3C;']],
  ['>', ['&gt;', '>', '&#62;', '&#x3e;', '&#x3E;']],
  ['"', ['"', '&quot;', '&#34;', '&#x22;']],
  ["'", ["'", '&#39;', '&#x27;', '&#039;', '&apos;']],
  ['/', ['/', '&#x2F;', '&#47;']],
]

const ampersands = ['&amp;', '&#38;', '&#x26;']

type Encode = (character: string) => string
const decimal: Encode = (character) => `&#${character.codePointAt(0)};`
const hex: Encode = (character) => `&#x${character.codePointAt(0)?.toString(16)};`
const upperHex: Encode = (character) =>
  `&#x${character.codePointAt(0)?.toString(16).toUpperCase()};`
const paddedDecimal: Encode = (character) =>
  `&#${String(character.codePointAt(0)).padStart(7, '0')};`
const bigX: Encode = (character) => upperHex(character).replace('x', 'X')
const numeric = [decimal, hex, upperHex, paddedDecimal, bigX]

/** A text with HTML entities: named, decimal, hex; only where needed, for all punctuation, or for everything. */
export function htmlForms(text: string): readonly string[] {
  const forms = new Set(specialForms(text))
  for (const encode of numeric) {
    for (const special of specialForms(text)) {
      forms.add(special.replaceAll(/[^\p{ASCII}]/gu, encode))
    }
    for (const encoded of [/[^A-Za-z0-9]/gu, /[^A-Za-z0-9 ]/gu, /[\s\S]/gu]) {
      forms.add(text.replaceAll(encoded, encode))
    }
  }
  return [...forms]
}

/** The forms that most libraries produce. */
export function commonHtmlForms(text: string): readonly string[] {
  const named = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  const quoted = named.replaceAll('"', '&quot;')
  const apostrophes = ['&#x27;', '&#39;'].map((one) => quoted.replaceAll("'", one))
  return [named, quoted, ...apostrophes]
}

function specialForms(text: string): readonly string[] {
  let forms = text.includes('&') ? ampersands.map((one) => text.replaceAll('&', one)) : [text]
  for (const [character, encoded] of variants) {
    // No entity contains one of these characters, so each occurrence is the text's own.
    if (!text.includes(character)) continue
    forms = forms.flatMap((form) => encoded.map((one) => form.replaceAll(character, one)))
  }
  return forms
}
