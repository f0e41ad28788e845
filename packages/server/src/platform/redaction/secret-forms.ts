import { base64Forms, plainHex, separatedHex, utf16Forms } from './byte-forms.ts'
import { encodedForms, nestedUrlForms } from './encoded-forms.ts'
import { commonHtmlForms, htmlForms } from './html-forms.ts'
import { shellForms } from './shell-forms.ts'

/** Minimum characters of a secret. A shorter value occurs in innocent text too often. */
export const minSecretLength = 6
/** Minimum characters of a line that is masked without the lines around it. */
const minLineLength = 12
/** Secrets with more bytes are looked for in fewer encodings, because each costs a multiple of its length in memory. */
const maxUsualBytes = 1_024
/** Columns at which programs break base64: `base64`, and PEM. */
const base64Columns = [76, 64]

/** Forms in which secrets may occur in a script's output, as bytes: one UTF-16 unit for each byte. */
export interface SecretForms {
  /** None has fewer than {@link minSecretLength} bytes. */
  readonly literals: readonly string[]
  /** Lines of one secret, each of which may be indented or prefixed. */
  readonly wrapped: readonly (readonly string[])[]
}

/**
 * Plain, URL-encoded, in JSON, HTML and shell quoting, in UTF-16, in hex, in base64 at any offset of a longer text, in
 * two of these encodings, one after the other, and URL-encoded three times.
 */
export function secretForms(secrets: readonly string[]): SecretForms {
  const literals = new Set<string>()
  const wrapped: string[][] = []
  for (const secret of secrets.map(withoutMargins)) {
    for (const form of formsOf(secret)) {
      if (form.length >= minSecretLength) literals.add(form)
    }
    for (const line of linesAlone(secret)) literals.add(binary(line))
    wrapped.push(...wrappedForms(secret))
  }
  return { literals: [...literals], wrapped }
}

/** A file's last line feed is part of a secret, but not of what is printed. Every form without it is in the one with it. */
function withoutMargins(secret: string): string {
  const trimmed = secret.trim()
  return trimmed.length >= minSecretLength ? trimmed : secret
}

function* formsOf(secret: string): Generator<string> {
  const bytes = Buffer.from(secret)
  const isLong = bytes.length > maxUsualBytes
  for (const text of textForms(secret, isLong)) yield binary(text)
  yield* separatedHex(bytes, { isLong })
  for (const once of [bytes, ...usualForms(secret, isLong)]) {
    const inner = Buffer.from(once)
    yield inner.toString('latin1')
    yield* encodedAgain(inner, isLong)
  }
}

function textForms(secret: string, isLong: boolean): readonly string[] {
  const urls = nestedUrlForms(secret, { isLong })
  const usual = [secret, ...encodedForms(secret), ...urls, ...shellForms(secret)]
  return [...usual, ...(isLong ? commonHtmlForms(secret) : htmlForms(secret))]
}

/** What is encoded once more. */
function usualForms(secret: string, isLong: boolean): readonly Buffer[] {
  const bytes = Buffer.from(secret)
  const json = JSON.stringify(secret).slice(1, -1)
  const texts = isLong
    ? [json]
    : [json, encodeURIComponent(secret), ...commonHtmlForms(secret), ...jsonAscii(json)]
  const ascii = [...plainHex(bytes), ...base64Forms(bytes)]
  const distinct = new Set([...texts.map(binary), ...ascii])
  return [...[...distinct].map((one) => Buffer.from(one, 'latin1')), ...utf16Forms(secret)]
}

function jsonAscii(json: string): readonly string[] {
  return encodedForms(json).filter((form) => form.includes('\\u'))
}

/** A second encoding. The bytes may be anything. */
function* encodedAgain(bytes: Buffer, isLong: boolean): Generator<string> {
  yield* base64Forms(bytes)
  yield* plainHex(bytes)
  if (isLong) return
  const text = bytes.toString('utf8')
  const isText = Buffer.from(text).equals(bytes)
  const readable = isText ? text : bytes.toString('latin1')
  const encode = isText ? binary : (form: string) => form
  yield encode(JSON.stringify(readable).slice(1, -1))
  for (const form of commonHtmlForms(readable)) yield encode(form)
  for (const unescaped of [/[\w.~-]/, /[\w.!~*'()-]/]) yield* percentForms(bytes, unescaped)
}

function percentForms(bytes: Buffer, unescaped: RegExp): readonly string[] {
  const small = Array.from(bytes, (byte) => {
    const character = String.fromCharCode(byte)
    return unescaped.test(character) ? character : `%${byte.toString(16).padStart(2, '0')}`
  }).join('')
  const form = small.replaceAll(/%../g, (one) => one.toUpperCase())
  return [small, form].flatMap((one) => [one, one.replaceAll('%20', '+')])
}

/** Lines that are long enough to be masked wherever they are. */
function linesAlone(secret: string): readonly string[] {
  const lines = secret.split(/\r\n|\n|\r/).map((line) => line.trim())
  if (lines.length === 1) return []
  return lines.filter((line) => line.length >= minLineLength && !/^-----.*-----$/.test(line))
}

function wrappedForms(secret: string): string[][] {
  const lines = secret
    .split(/\r\n|\n|\r/)
    .map((line) => binary(line.trim()))
    .filter((line) => line !== '')
  const base64 = Buffer.from(secret).toString('base64')
  const breaks = base64Columns.map((columns) => invariantLines(base64, columns))
  return [lines, ...breaks].filter((one) => one.length > 1)
}

/** Base64 in lines. The last characters depend on what follows the secret, such as a line feed. */
function invariantLines(base64: string, columns: number): string[] {
  const whole = base64.replace(/..?=+$|.{2}$/, '')
  return whole.match(new RegExp(`.{1,${columns}}`, 'g')) ?? []
}

function binary(text: string): string {
  return Buffer.from(text).toString('latin1')
}
