import type { Finding } from '../../base/diagnostic.ts'
import { type EntrySplit, splitEntries } from '../entries.ts'
import type { Fence } from '../fence.ts'
import { limits } from '../limits.ts'
import { readKeyWithRepair } from './read-key-with-repair.ts'

export interface RepairedFence {
  fence: Fence
  finding: Finding
}

const malformedFence =
  /\n(?:---(?=[^\s-])|(?:-{4,}|\.\.\.|[ \t]+---|—+|---[ \t]\S[^\n]*)[ \t]*(?=\r?\n|$))/g

/**
 * Finds the end of a frontmatter without a proper closing `---` line: at a malformed fence, otherwise before the first
 * line that does not look like frontmatter. Undefined without any key: then the `---` at the top is a Markdown rule.
 */
export function repairFence(
  text: string,
  start: { openStart: number; contentStart: number; limit: number },
): RepairedFence | undefined {
  const { openStart, contentStart } = start
  const limit = Math.min(start.limit, contentStart + limits.unclosedFrontmatterLength)
  const head = text.slice(contentStart - 1, limit)
  malformedFence.lastIndex = 0
  const match = malformedFence.exec(head)
  if (match !== null && hasKeys(text, { from: contentStart, to: contentStart + match.index })) {
    return closeAtMalformedFence(
      text,
      { openStart, contentStart },
      { at: contentStart + match.index, line: match[0] },
    )
  }
  if (start.limit < text.length) return undefined
  const end = endOfKeys(text, contentStart, limit)
  if (end === undefined) return undefined
  return {
    fence: { openStart, contentStart, contentEnd: end, bodyOffset: end },
    finding: {
      code: 'frontmatter.unclosed',
      severity: 'warning',
      offset: end,
      message: 'The frontmatter has no closing `---` line; it was read as ending here.',
      fix: 'Put a line with only --- after the last key.',
    },
  }
}

function closeAtMalformedFence(
  text: string,
  open: { openStart: number; contentStart: number },
  match: { at: number; line: string },
): RepairedFence {
  const { at, line } = match
  const touchesText = line === '\n---'
  const afterLine = text.indexOf('\n', at)
  const bodyOffset = touchesText ? at + 3 : afterLine === -1 ? text.length : afterLine + 1
  return {
    fence: { ...open, contentEnd: at, bodyOffset },
    finding: {
      code: touchesText ? 'frontmatter.text-after-fence' : 'frontmatter.fence-form',
      severity: 'warning',
      offset: touchesText ? at + 3 : at,
      message: touchesText
        ? 'Text follows the closing `---` on the same line; it was read as the start of the body.'
        : 'The closing line is not exactly `---`; it was read as the end of the frontmatter.',
      fix: 'Put --- alone on the line that closes the frontmatter.',
    },
  }
}

function hasKeys(text: string, range: { from: number; to: number }): boolean {
  return hasNameOrDescription(splitEntries(text, range, readKeyWithRepair))
}

function hasNameOrDescription(split: EntrySplit): boolean {
  return split.entries.some((entry) => entry.key === 'name' || entry.key === 'description')
}

/** Offset of the first line that cannot belong to the frontmatter, such as a blank line or a heading. */
function endOfKeys(text: string, from: number, limit: number): number | undefined {
  let at = from
  while (at < limit) {
    const newline = text.indexOf('\n', at)
    const next = newline === -1 ? text.length : newline + 1
    const line = text.slice(at, next).trimEnd()
    if (!/^(?:[ \t]+\S|- |[\w./-]+[ \t]*[:：])/.test(line)) break
    at = next
  }
  return hasKeys(text, { from, to: at }) ? at : undefined
}
