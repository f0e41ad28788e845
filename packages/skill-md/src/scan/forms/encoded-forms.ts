/** A text in another writing, and what it says. */
export interface DecodedText {
  readonly from: string
  readonly text: string
  readonly at: number
}

const readable = /^[\t\n\r -~]*$/
const base64 = /(?<![A-Za-z0-9+/])[A-Za-z0-9+/]{32,}={0,2}/g
/** A shorter one counts where a call decodes it. */
const decodedCall =
  /(?<=\b(?:b64decode|atob|base64_decode|frombase64string|buffer\.from)\s{0,2}\(\s{0,3}b?["'`])[A-Za-z0-9+/]{12,31}={0,2}(?=["'`])/gi
const hex = /(?<![0-9A-Fa-f])(?:[0-9A-Fa-f]{2}){24,4000}(?![0-9A-Fa-f])/g
const escapes = /(?:\\x[0-9a-fA-F]{2}|\\u00[0-9a-fA-F]{2}|\\[0-3][0-7]{2}){12,2000}/g
const percent = /(?:%[0-9a-fA-F]{2}){12,2000}/g
const callsDecoder = /b64decode|atob|base64_decode|frombase64string|buffer\.from/i
const runLength = 32
/** A cheap look for either pointer. */
const pointers = /rot-?13|caesar|\btr\s|backward|\brev(?:ers|\b)|::-1|rückw|al rev|l'env/i
const rotated = /\brot-?13\b|\bcaesar\b|\btr\s{1,3}['"]?a-z/i
const backwards = /\bbackwards?\b|\breversed?\b|\brev\b|\[::-1\]|rückwärts|al revés|à l'envers/i

/** What stands in a text in another writing. Rotated and reversed text only where something points to it. */
export function* decodedTexts(text: string): Generator<DecodedText> {
  if (hasLongRun(text)) {
    yield* each(text, base64, 'base64', decodeBase64)
    yield* each(text, hex, 'hexadecimal', decodeHex)
  }
  if (callsDecoder.test(text)) yield* each(text, decodedCall, 'base64', decodeBase64)
  if (text.includes('\\')) yield* each(text, escapes, 'escapes', decodeEscapes)
  if (text.includes('%'))
    yield* each(text, percent, 'percent signs', (found) => decodeHex(found.replaceAll('%', '')))
  if (!pointers.test(text)) return
  yield* turned(text, rotated, 'ROT13', rotate)
  yield* turned(text, backwards, 'reversed lines', (part) =>
    part.split('\n').map(reverse).join('\n'),
  )
}

/** Whether so many characters of base64 stand together. Looks at one in 32, and around those that could be within a run. */
function hasLongRun(text: string): boolean {
  for (let at = runLength - 1; at < text.length; at += runLength) {
    if (!isBase64(text.charCodeAt(at))) continue
    let begin = at
    while (begin > at - runLength + 1 && isBase64(text.charCodeAt(begin - 1))) begin -= 1
    let end = at + 1
    while (end - begin < runLength && isBase64(text.charCodeAt(end))) end += 1
    if (end - begin >= runLength) return true
  }
  return false
}

/** Not a number where the text ends. */
function isBase64(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    (code >= 47 && code <= 57) ||
    code === 43
  )
}

/** How far from the word that points to it a turned text is looked for. */
const near = 1_500

function* turned(
  text: string,
  pointer: RegExp,
  from: string,
  turn: (text: string) => string,
): Generator<DecodedText> {
  const found = pointer.exec(text)
  if (!found) return
  const begin = text.lastIndexOf('\n', Math.max(0, found.index - near)) + 1
  yield { from, text: turn(text.slice(begin, found.index + near)), at: begin }
}

function* each(
  text: string,
  pattern: RegExp,
  from: string,
  decode: (found: string) => string | null,
): Generator<DecodedText> {
  for (const { 0: found, index } of text.matchAll(pattern)) {
    const decoded = decode(found)
    if (decoded !== null && decoded.length >= 12 && readable.test(decoded)) {
      yield { from, text: decoded, at: index }
    }
  }
}

function decodeBase64(blob: string): string | null {
  try {
    const isOdd = blob.replace(/=+$/, '').length % 4 === 1
    return narrow(atob(isOdd ? blob.slice(0, -1) : blob))
  } catch {
    return null
  }
}

function decodeHex(found: string): string {
  let text = ''
  for (let at = 0; at < found.length; at += 2) {
    text += String.fromCharCode(Number.parseInt(found.slice(at, at + 2), 16))
  }
  return narrow(text)
}

function decodeEscapes(found: string): string {
  return found.replace(/\\x(..)|\\u00(..)|\\(\d{3})/g, (_, x, u, octal) =>
    String.fromCharCode(
      octal === undefined ? Number.parseInt(x ?? u, 16) : Number.parseInt(octal, 8),
    ),
  )
}

/** UTF-16 has a zero in every other byte. */
function narrow(text: string): string {
  return /^(?:[\t\n\r -~]\0){8}/.test(text) || /^(?:\0[\t\n\r -~]){8}/.test(text)
    ? text.replaceAll('\0', '')
    : text
}

function rotate(text: string): string {
  return text.replace(/[a-z]/gi, (letter) => {
    const base = letter <= 'Z' ? 65 : 97
    return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base)
  })
}

function reverse(line: string): string {
  return [...line].reverse().join('')
}
