import { isUtf8 } from 'node:buffer'
import { z } from 'zod'

/** Bytes in a message: UTF-8 text, base64, or a part of the multipart message. Exactly one of them. */
export interface Content {
  readonly text?: string | undefined
  readonly base64?: string | undefined
  /** The name of the part. */
  readonly part?: string | undefined
}

/** The parts of a multipart message by name; none for a JSON message. */
export type Parts = ReadonlyMap<string, Uint8Array>

const base64 = z.string().regex(/^[A-Za-z0-9+/]*={0,2}$/, 'is not base64')

/** The fields of {@link Content}, for the schema of a message. */
export const contentFields = {
  text: z.string().optional(),
  base64: base64.optional(),
  part: z.string().max(200).optional(),
}

export function isContent({ text, base64, part }: Content): boolean {
  return [text, base64, part].filter((one) => one !== undefined).length === 1
}

/** JSON writes each of them as six characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: exactly those are looked for
const controlCharacter = /[\0-\x08\x0b\x0c\x0e-\x1f]/

/** Text where the bytes are UTF-8 without control characters, otherwise base64. */
export function toContent(bytes: Uint8Array): Content {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const text = isUtf8(buffer) ? buffer.toString() : undefined
  if (text !== undefined && !controlCharacter.test(text)) return { text }
  return { base64: buffer.toString('base64') }
}

/** Undefined for a part that is not there. */
export function bytesOf({ text, base64, part }: Content, parts: Parts): Uint8Array | undefined {
  if (part !== undefined) return parts.get(part)
  return text === undefined ? Buffer.from(base64 ?? '', 'base64') : Buffer.from(text)
}
