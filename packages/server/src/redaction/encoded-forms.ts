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
function jsonForms(text: string): readonly string[] {
  const json = JSON.stringify(text).slice(1, -1)
  const ascii = json.replaceAll(/[^\p{ASCII}]/gu, (character) =>
    character.split('').map(unicodeEscape).join(''),
  )
  return [json, ascii].flatMap((one) => [one, one.replaceAll('/', '\\/')])
}

function unicodeEscape(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
}
