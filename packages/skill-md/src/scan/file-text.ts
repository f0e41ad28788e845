import type { PackageFile } from '../package/package-file.ts'

/** The file as text; null for one that is none. */
export function fileText({ bytes }: PackageFile): string | null {
  const wide = wideText(bytes)
  if (wide) return new TextDecoder(wide).decode(bytes)
  if (bytes.subarray(0, 8_000).includes(0)) return null
  return new TextDecoder().decode(bytes)
}

/** The encoding of a text with a mark or with a zero in every other byte; null for other files. */
export function wideText(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  if (bytes.length < 16 || bytes.length % 2 === 1) return null
  const sample = bytes.subarray(0, 200)
  const isZero = (offset: number) =>
    sample.every((byte, at) => at % 2 !== offset || byte === 0) &&
    sample.every((byte, at) => at % 2 === offset || byte !== 0)
  if (isZero(1)) return 'utf-16le'
  return isZero(0) ? 'utf-16be' : null
}
