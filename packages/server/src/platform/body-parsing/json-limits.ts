import { ProblemError } from '@repertoire/core/base'

/** The maximum depth of arrays and objects in a body. What walks over a value later may call itself for each level. */
const maxDepth = 64
/** The maximum number of commas: each value costs time on the event loop, however short it is. */
const maxCommas = 100_000

const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
const openers: ReadonlySet<number> = new Set([0x5b, 0x7b])
const closers: ReadonlySet<number> = new Set([0x5d, 0x7d])

/**
 * Throws ProblemError `request.too-deep` or `request.too-many-values` before anything is parsed. Linear; what stands
 * inside strings does not count.
 */
export function checkJsonLimits(bytes: Uint8Array): void {
  let depth = 0
  let commas = 0
  let inString = false
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] as number
    if (inString) {
      if (byte === backslash) at += 1
      else if (byte === quote) inString = false
    } else if (byte === quote) inString = true
    else if (byte === comma) {
      commas += 1
      if (commas > maxCommas) throw tooManyValues
    } else if (openers.has(byte)) {
      depth += 1
      if (depth > maxDepth) throw tooDeep
    } else if (closers.has(byte)) depth -= 1
  }
}

const tooManyValues = new ProblemError({
  code: 'request.too-many-values',
  kind: 'too-large',
  message: `The JSON of the body has more than ${maxCommas} values.`,
  hint: 'Send it in several requests.',
  details: { max_values: maxCommas },
})

const tooDeep = new ProblemError({
  code: 'request.too-deep',
  kind: 'invalid',
  message: `The JSON of the body is nested more than ${maxDepth} levels deep.`,
  hint: 'Send flatter JSON.',
  details: { max_depth: maxDepth },
})
