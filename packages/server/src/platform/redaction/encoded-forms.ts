/**
 * Characters that encoders leave unescaped: `encodeURIComponent`, RFC 3986 (Python's `quote` for a value), the
 * same for a path, forms (`URLSearchParams`), `encodeURI`, and the query and the path of a URL in browsers.
 */
const unescapedSets = [
  /[\w.!~*'()-]/,
  /[\w.~-]/,
  /[\w.~/-]/,
  /[\w.*-]/,
  /[\w;,/?:@&=+$.!~*'()#-]/,
  /[^ "#<>'\p{Cc}\P{ASCII}]/u,
  /[^ "#<>?^`{}\p{Cc}\P{ASCII}]/u,
]

/** A text as libraries encode it in URLs and in JSON. It has to be well-formed. */
export function encodedForms(text: string): readonly string[] {
  return [...unescapedSets.flatMap((unescaped) => urlForms(text, unescaped)), ...jsonForms(text)]
}

/**
 * Matches a text as it is and URL-encoded up to three times, whichever characters are escaped. Each character has its own
 * alternatives, so that matching takes the same few steps for each.
 */
export function urlPattern(text: string): RegExp {
  return new RegExp(Array.from(text, characterPattern).join(''), 'g')
}

function characterPattern(character: string): string {
  const itself = character.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
  const escaped = percent(character).replaceAll(
    /%(..)/g,
    (_, hex: string) => `%(?:25){0,2}${anyCase(hex)}`,
  )
  const plus = character === ' ' ? `|\\+|%(?:25)?2${anyCase('B')}` : ''
  // Escaped first: `%` is also the start of its own escape, of which nothing is to be left.
  return `(?:${escaped}${plus}|${itself})`
}

function anyCase(hex: string): string {
  return hex.replaceAll(/[A-F]/g, (digit) => `[${digit}${digit.toLowerCase()}]`)
}

/** A text that was URL-encoded two and three times: by the same library, or twice by two of the usual ones. */
export function nestedUrlForms(text: string, { isLong }: { readonly isLong: boolean }): string[] {
  const once = isLong
    ? [encodeURIComponent(text)]
    : unescapedSets.flatMap((unescaped) => urlForms(text, unescaped))
  const twice = [...new Set(once)].flatMap((form) => [
    ...sameAgain(form),
    ...(isLong ? [] : unescapedSets.slice(0, 2).flatMap((unescaped) => urlForms(form, unescaped))),
  ])
  return [...new Set([...twice, ...twice.flatMap(sameAgain)])]
}

/** What a library escapes in its own output: the sign of an escape, and the plus of a form. */
function sameAgain(form: string): readonly string[] {
  const again = form.replaceAll('%', '%25')
  return [again, again.replaceAll('+', '%2B'), again.replaceAll('+', '%2b')]
}

function urlForms(text: string, unescaped: RegExp): readonly string[] {
  const encode = (encoded: (character: string) => string) =>
    Array.from(text, (one) => (unescaped.test(one) ? one : encoded(one))).join('')
  const url = encode(percent)
  const small = encode((character) => percent(character).toLowerCase())
  return [url, small].flatMap((one) => [one, one.replaceAll('%20', '+')])
}

function percent(character: string): string {
  const hex = Buffer.from(character).toString('hex').toUpperCase()
  return hex.replaceAll(/../g, '%$&')
}

/** As JavaScript encodes it, as ASCII only like Python does, and with `/` escaped like PHP does. */
export function jsonForms(text: string): readonly string[] {
  const json = JSON.stringify(text).slice(1, -1)
  const ascii = json.replaceAll(/[^\p{ASCII}]/gu, (character) =>
    character.split('').map(unicodeEscape).join(''),
  )
  return [json, ascii].flatMap((one) => [one, one.replaceAll('/', '\\/')])
}

function unicodeEscape(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
}
