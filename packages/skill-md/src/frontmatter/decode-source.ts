import type { Finding } from '../base/diagnostic.ts'
import { limits } from './limits.ts'

export type DecodedSource =
  | { ok: true; text: string }
  | { ok: false; text: string; finding: Finding }

/**
 * Decodes a file and keeps its byte-order mark, so that encoding it again gives the same bytes. Rejects files over the
 * size limit, bytes that are not UTF-8, and NUL or lone surrogates, which no store or protocol carries unchanged.
 */
export function decodeSource(input: string | Uint8Array): DecodedSource {
  if (input.length > limits.fileLength) {
    return refuse('', {
      code: 'file.too-large',
      offset: 0,
      message: `The file has more than ${limits.fileLength} bytes.`,
      fix: 'Move long material into files under references/ and keep SKILL.md short.',
    })
  }
  if (typeof input === 'string') return checkText(input)
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(input)
  } catch {
    return refuseBytes(input)
  }
  return input.includes(0) ? refuseNul(text) : { ok: true, text }
}

/**
 * The text with the line ends that everything here reads, character for character; undefined where nothing is to
 * change. Only a carriage return ended a line of classic Mac OS, and some editors still offer it.
 */
export function withNewlines(text: string): string | undefined {
  const hasFrontmatter = /^\ufeff?[ \t\r]*---[ \t]*\r/.test(text)
  return hasFrontmatter && !text.includes('\n') ? text.replaceAll('\r', '\n') : undefined
}

function refuseNul(text: string): DecodedSource {
  return refuse(text, {
    code: 'encoding.nul',
    offset: text.indexOf('\0'),
    message: 'The file contains a NUL character, so it is not a text file.',
    fix: 'Remove the character, or save the file as UTF-8 text.',
  })
}

function checkText(text: string): DecodedSource {
  if (text.includes('\0')) return refuseNul(text)
  if ((text as WellFormedCheck).isWellFormed()) return { ok: true, text }
  return refuse(text, {
    code: 'encoding.half-surrogate',
    offset: text.search(/\p{Surrogate}/u),
    message: 'The text contains a lone surrogate, which UTF-8 cannot encode.',
    fix: 'Remove the character, or write the whole emoji or letter again.',
  })
}

/** ES2024: in every supported runtime, but newer than the TypeScript library types. */
type WellFormedCheck = string & { isWellFormed(): boolean }

function refuseBytes(bytes: Uint8Array): DecodedSource {
  const at = firstInvalidByte(bytes)
  const readable = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(0, at))
  const utf16 = at === 0 && (bytes[0] === 0xff || bytes[0] === 0xfe) && bytes.length > 1
  const value = (bytes[at] ?? 0).toString(16).toUpperCase().padStart(2, '0')
  return refuse(readable, {
    code: 'encoding.invalid-utf-8',
    offset: readable.length,
    message: utf16
      ? 'The file is UTF-16, not UTF-8.'
      : `Byte ${at} (0x${value}) is not valid UTF-8, so the text cannot be decoded.`,
    fix: 'Save the file with the encoding UTF-8.',
  })
}

function refuse(text: string, finding: Omit<Finding, 'severity'>): DecodedSource {
  return { ok: false, text, finding: { ...finding, severity: 'error' } }
}

/** Index of the first byte that does not start a valid UTF-8 sequence. */
function firstInvalidByte(bytes: Uint8Array): number {
  let at = 0
  while (at < bytes.length) {
    const length = sequenceLength(bytes, at)
    if (length === 0) return at
    at += length
  }
  return at
}

function sequenceLength(bytes: Uint8Array, at: number): number {
  const lead = bytes[at] as number
  if (lead < 0x80) return 1
  if (lead < 0xc2 || lead > 0xf4) return 0
  const length = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4
  const second = bytes[at + 1] ?? 0
  const low = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80
  const high = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf
  if (second < low || second > high) return 0
  for (let index = 2; index < length; index++) {
    if (((bytes[at + index] ?? 0) & 0xc0) !== 0x80) return 0
  }
  return length
}
