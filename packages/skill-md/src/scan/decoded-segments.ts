import { foldText } from './fold-text.ts'
import type { Segment } from './scan-rule.ts'

const base64 = /(?<![A-Za-z0-9+/])[A-Za-z0-9+/]{32,}={0,2}/g
const printable = /^[\t\n\r -~]*$/
/** Characters of base64 that are decoded of one segment. */
const maxDecoded = 100_000

/** What stands in a segment as base64, to be read by the same rules. Decoded once, not again. */
export function decodedSegments(segment: Segment): readonly Segment[] {
  const decoded: Segment[] = []
  let left = maxDecoded
  for (const { 0: blob, index } of segment.text.matchAll(base64)) {
    left -= blob.length
    if (left < 0) break
    const text = decodeText(blob)
    if (text === null) continue
    const line = segment.line + segment.text.slice(0, index).split('\n').length - 1
    const folded = foldText(text)
    for (const kind of ['code', 'comment'] as const) {
      decoded.push({ path: segment.path, kind, text, line, folded, decodedFrom: 'base64' })
    }
  }
  return decoded
}

function decodeText(blob: string): string | null {
  try {
    const text = atob(
      blob.slice(0, blob.length - (blob.replace(/=+$/, '').length % 4 === 1 ? 1 : 0)),
    )
    return text.length >= 20 && printable.test(text) ? text : null
  } catch {
    return null
  }
}
