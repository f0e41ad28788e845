import { remoteLimits } from './limits.ts'

export type JsonReading =
  | { readonly value: unknown; readonly fault?: undefined }
  /** Why, as the end of a sentence. */
  | { readonly fault: string; readonly value?: undefined }

/** Parses UTF-8 JSON of another server, which may be nested at most `remoteLimits.jsonDepth` deep. */
export function readJson(bytes: Uint8Array): JsonReading {
  if (isTooDeep(bytes)) {
    return { fault: `it is nested more than ${remoteLimits.jsonDepth} deep` }
  }
  try {
    return { value: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) }
  } catch {
    return { fault: 'it is not JSON' }
  }
}

const quote = 0x22
const backslash = 0x5c

/** Looks at the bytes alone: a parsed document of any depth would already have cost its memory. */
function isTooDeep(bytes: Uint8Array): boolean {
  let depth = 0
  let inString = false
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at]
    if (inString) {
      if (byte === backslash) at += 1
      else if (byte === quote) inString = false
    } else if (byte === quote) inString = true
    // [ and {, then ] and }: they differ in one bit only.
    else if (byte === 0x5b || byte === 0x7b) {
      depth += 1
      if (depth > remoteLimits.jsonDepth) return true
    } else if (byte === 0x5d || byte === 0x7d) depth -= 1
  }
  return false
}
