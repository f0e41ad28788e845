import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** Characters or bytes of a match; a larger one has no fingerprint. */
const maxLength = 256 * 1024

/**
 * Names exactly what a finding is about: the whole lines of its match, or the whole file. Empty where that is too much;
 * nothing equals an empty one. Pure.
 */
export function fingerprintOf(...parts: readonly (string | Uint8Array)[]): string {
  if (parts.reduce((sum, { length }) => sum + length, 0) > maxLength) return ''
  const hash = sha256.create()
  for (const part of parts) {
    const bytes = typeof part === 'string' ? utf8ToBytes(part) : part
    hash.update(utf8ToBytes(`${bytes.length}:`)).update(bytes)
  }
  return bytesToHex(hash.digest())
}

/** All lines that a place in a text touches. */
export function linesAt(text: string, { at, length }: { at: number; length: number }): string {
  const end = text.indexOf('\n', Math.max(at, at + length - 1))
  return text.slice(text.lastIndexOf('\n', at - 1) + 1, end < 0 ? text.length : end)
}
