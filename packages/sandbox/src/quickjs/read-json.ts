import type { Json } from './code-job.ts'

/** The value, or why it is none. `text` is hostile: what is too deep would break those who walk through it. */
export function readJson(
  text: string,
  most: { readonly units: number; readonly depth: number },
): { readonly value: Json } | { readonly problem: string } {
  if (text.length > most.units) return { problem: 'is too large' }
  if (depthOf(text) > most.depth) return { problem: `is nested deeper than ${most.depth}` }
  try {
    return { value: JSON.parse(text) as Json }
  } catch {
    return { problem: 'is no JSON' }
  }
}

/** How deep arrays and objects stand inside one another. */
export function depthOf(text: string): number {
  let [depth, deepest, inString] = [0, 0, false]
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    if (inString) {
      if (unit === 0x5c) at += 1
      else if (unit === 0x22) inString = false
    } else if (unit === 0x22) inString = true
    else if (unit === 0x5b || unit === 0x7b) {
      depth += 1
      if (depth > deepest) deepest = depth
    } else if (unit === 0x5d || unit === 0x7d) depth -= 1
  }
  return deepest
}
