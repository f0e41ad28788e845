/** What programs print between the bytes of a hex dump: certificates, `xxd -p`, C, Python and URLs. */
const hexSeparators = [':', ' ', '-', '_', '\\x', '%', ', ', ',', ', 0x', ',0x', ' 0x', '0x']
const hexSeparatorsOfLong = [':', ' ', '\\x']

/** Bytes in hex without anything between, in both cases. */
export function plainHex(bytes: Buffer): readonly string[] {
  const hex = bytes.toString('hex')
  return [hex, hex.toUpperCase()]
}

/** Bytes in hex with separators, and in the groups of two that `xxd` prints. */
export function separatedHex(
  bytes: Buffer,
  { isLong }: { readonly isLong: boolean },
): readonly string[] {
  const separators = isLong ? hexSeparatorsOfLong : hexSeparators
  return plainHex(bytes).flatMap((hex) => {
    const pairs = hex.match(/../g) ?? []
    const grouped = [0, 1].map((before) =>
      pairs.map((pair, at) => (at > 0 && (at + before) % 2 === 0 ? ` ${pair}` : pair)).join(''),
    )
    return [...separators.map((separator) => pairs.join(separator)), ...grouped]
  })
}

/**
 * The base64 characters that do not depend on what precedes (0 to 2 bytes of a group) or follows, in both
 * alphabets.
 */
export function base64Forms(bytes: Buffer): readonly string[] {
  return [0, 1, 2].flatMap((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64')
    const from = Math.ceil((before * 8) / 6)
    const to = Math.floor(((before + bytes.length) * 8) / 6)
    const invariant = text.slice(from, to)
    return [...new Set([invariant, invariant.replaceAll('+', '-').replaceAll('/', '_')])]
  })
}

/** UTF-16 in both byte orders. */
export function utf16Forms(text: string): readonly Buffer[] {
  const little = Buffer.from(text, 'utf16le')
  return [little, Buffer.from(little).swap16()]
}
