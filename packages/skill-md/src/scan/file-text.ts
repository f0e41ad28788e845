import type { PackageFile } from '../package/package-file.ts'

/**
 * The file as text; null for one that is none. Whoever runs or reads a file asks for no encoding: a shell skips zeros and
 * a mark that it does not know, so that a text that can be read in two ways is both, one after the other.
 */
export function fileText({ path, bytes }: PackageFile): string | null {
  const wide = wideText(bytes)
  if (wide) return bothTexts(new TextDecoder(wide).decode(bytes), withoutZeros(bytes))
  if (!bytes.subarray(0, 8_000).includes(0)) return new TextDecoder().decode(bytes)
  return isReadAsText(path, bytes) ? withoutZeros(bytes) : null
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

function withoutZeros(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes.filter((byte) => byte !== 0))
}

function bothTexts(wide: string, narrow: string): string {
  const read = narrow.replace(/^\ufffd{1,2}/, '')
  return read === wide ? wide : `${wide}\n${read}`
}

const scripts = /\.(?:sh|bash|zsh|ksh|fish|pyw?|[cm]?[jt]sx?|rb|p[lm]|php|lua|psm?1|bat|cmd)$/i
const documents =
  /\.(?:md|markdown|txt|rst|html?|json|ya?ml|toml|ini|cfg|conf|env|xml|svg|csv|sql)$/i

/** Zeros make no binary file of what its name, or its first line, has a program or a model read. */
function isReadAsText(path: string, bytes: Uint8Array): boolean {
  if (scripts.test(path) || documents.test(path)) return true
  if (bytes[0] === 0x23 && bytes[1] === 0x21) return true
  const isNamed = /\.[^./]+$/.test(path)
  // As a shell decides it: by zeros in the first line.
  return !isNamed && !bytes.subarray(0, Math.max(0, bytes.indexOf(0x0a))).includes(0)
}
