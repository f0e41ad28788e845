import type { Json } from './code-job.ts'

/** Parses untrusted JSON within bounds of size and depth; returns the value or the problem. */
export function readJson(
  text: string,
  max: { readonly units: number; readonly depth: number },
): { readonly value: Json } | { readonly problem: string } {
  if (text.length > max.units) return { problem: 'is too large' }
  if (jsonDepth(text) > max.depth) return { problem: `is nested deeper than ${max.depth}` }
  try {
    return { value: JSON.parse(text) as Json }
  } catch {
    return { problem: 'is not JSON' }
  }
}

/** The nesting depth of arrays and objects. */
export function jsonDepth(text: string): number {
  let [depth, maxDepth, inString] = [0, 0, false]
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    if (inString) {
      if (unit === 0x5c) at += 1
      else if (unit === 0x22) inString = false
    } else if (unit === 0x22) inString = true
    else if (unit === 0x5b || unit === 0x7b) {
      depth += 1
      if (depth > maxDepth) maxDepth = depth
    } else if (unit === 0x5d || unit === 0x7d) depth -= 1
  }
  return maxDepth
}
