import { mayMatch } from './prefilter/may-match.ts'
import { credentialStores } from './rules/credential-stores.ts'
import type { Segment } from './scan-rule.ts'
import { segmentOf } from './split-segments.ts'

/** Words of a download; without one no later block can run it. */
const mayDownload = /\b(?:curl|wget|iwr|invoke-webrequest)\b/
const maxText = 200_000

/** The blocks of a text as one, on their lines: a reader takes them one after the other. Null where there is one at most. */
export function joinedBlocks(segments: readonly Segment[]): Segment | null {
  const blocks = segments.filter(
    ({ kind, decodedFrom }) => kind === 'code' && decodedFrom === undefined,
  )
  const [first] = blocks
  if (first === undefined || blocks.length < 2) return null
  if (!blocks.some((one) => mayDownload.test(one.folded) || mayMatch(credentialStores, one)))
    return null
  const lines: string[] = []
  for (const { text, line } of blocks) {
    while (lines.length < line - 1) lines.push('')
    lines.push(...text.replace(/^ {0,3}[`~]{3,}.*$/gm, '').split('\n'))
  }
  const text = lines.join('\n')
  return text.length > maxText ? null : segmentOf(first.path, 'code', text, 1)
}
