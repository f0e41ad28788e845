export const plainAscii = 0x7f

/** Where the pairs, the triples and the scripts begin in the set, after the single characters. */
const pairs = plainAscii + 1
const triples = pairs + (1 << 14)
const scripts = triples + (1 << 16)
/** Code points are told apart by their thousands only. */
const scriptBits = 10
const size = scripts + (0x10000 >>> scriptBits)

/** One, two and three characters that stand together in a text, and the scripts that it has, as a set that may hold more. */
export type TextNgrams = Uint32Array

/** Of a text and of what it was before it was folded: letters of other scripts look like Latin ones afterwards. */
export function ngramsIn(folded: string, text: string): TextNgrams {
  const bits = new Uint32Array((size >>> 5) + 1)
  let first = 0
  let second = 0
  for (let at = 0; at < folded.length; at += 1) {
    const third = folded.charCodeAt(at)
    add(bits, third & plainAscii)
    if (at > 0) add(bits, pairOf(second, third))
    if (at > 1) add(bits, tripleOf(first, second, third))
    if (third > plainAscii) add(bits, scriptOf(third))
    first = second
    second = third
  }
  if (folded === text) return bits
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code > plainAscii) add(bits, scriptOf(code))
  }
  return bits
}

export function hasNgram(bits: TextNgrams, gram: number): boolean {
  return (bits[gram >>> 5]! & (1 << (gram & 31))) !== 0
}

/** What is in the set of every text that has these characters of ASCII. */
export function ngramsOf(text: string): readonly number[] {
  const code = (at: number) => text.charCodeAt(at)
  if (text.length === 1) return [code(0)]
  if (text.length === 2) return [pairOf(code(0), code(1))]
  const grams = new Set<number>()
  for (let at = 0; at + 2 < text.length; at += 1) {
    grams.add(tripleOf(code(at), code(at + 1), code(at + 2)))
  }
  return [...grams]
}

/** Of a code point or of a half of one: those beyond the first plane are one script. */
export function scriptOf(code: number): number {
  const isHalf = (code >= 0xd800 && code <= 0xdfff) || code > 0xffff
  return scripts + ((isHalf ? 0xd800 : code) >>> scriptBits)
}

function add(bits: Uint32Array, gram: number): void {
  bits[gram >>> 5]! |= 1 << (gram & 31)
}

function pairOf(first: number, second: number): number {
  return pairs + (((first & plainAscii) << 7) | (second & plainAscii))
}

function tripleOf(first: number, second: number, third: number): number {
  const mixed = Math.imul(Math.imul(first, 2_531) + second, 2_531) + third
  return triples + ((mixed ^ (mixed >>> 16)) & 0xffff)
}
