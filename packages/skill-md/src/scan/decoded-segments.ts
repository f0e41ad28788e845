import { foldText } from './fold-text.ts'
import { decodedTexts } from './forms/encoded-forms.ts'
import type { Segment } from './scan-rule.ts'

/** Characters that are decoded of one segment. */
const maxDecoded = 200_000

/** What stands in a segment in another writing, to be read by the same rules. Decoded once, not again. */
export function decodedSegments(segment: Segment): readonly Segment[] {
  const decoded: Segment[] = []
  let left = maxDecoded
  for (const { from, text, at } of decodedTexts(segment.text)) {
    left -= text.length
    if (left < 0) break
    const line = segment.line + segment.text.slice(0, at).split('\n').length - 1
    const folded = foldText(text)
    for (const kind of ['code', 'comment'] as const) {
      decoded.push({ path: segment.path, kind, text, line, folded, decodedFrom: from })
    }
  }
  return decoded
}
