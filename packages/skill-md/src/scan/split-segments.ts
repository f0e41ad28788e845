import { decodedSegments } from './decoded-segments.ts'
import { foldText } from './fold-text.ts'
import { findHiddenHtml } from './hidden-html.ts'
import type { Segment, SegmentKind } from './scan-rule.ts'

const proseFile =
  /(?:^|\/)[^/]*\.(?:md|mdx|mdc|markdown|txt|rst|adoc|prompt|(?:cursor|windsurf|cline)rules)$|(?:^|\/)(?:readme|license|licence|notice)$/i
const fence = /^ {0,3}(`{3,}|~{3,})/

/** Whether a file is text for people and models, with code in blocks. */
export function isTextDocument(path: string): boolean {
  return proseFile.test(path)
}

/** The parts of a text file: instructions, comments, code. A file that is no prose is one part of code. */
export function splitSegments(path: string, text: string): readonly Segment[] {
  const segments = isTextDocument(path)
    ? splitProse(path, text)
    : [segmentOf(path, 'code', text, 1)]
  return [...segments, ...segments.flatMap(decodedSegments)]
}

function splitProse(path: string, text: string): Segment[] {
  const lines = text.split(/\r\n|\n|\r/)
  const segments: Segment[] = []
  let kind: SegmentKind = 'prose'
  let closing: string | null = null
  let begin = 0
  const end = (at: number, next: SegmentKind) => {
    const part = lines.slice(begin, at).join('\n')
    if (part.trim() !== '') segments.push(segmentOf(path, kind, part, begin + 1))
    begin = at
    kind = next
  }
  if (lines[0]?.trimEnd() === '---') {
    kind = 'frontmatter'
    closing = '---'
  }
  for (const [at, line] of lines.entries()) {
    if (closing !== null) {
      if (at === 0 || !closes(line, closing)) continue
      closing = null
      end(at + 1, 'prose')
      continue
    }
    const opened = fence.exec(line)?.[1]
    if (opened === undefined) continue
    end(at, 'code')
    closing = opened
  }
  end(lines.length, 'prose')
  return segments.flatMap(splitHidden)
}

function closes(line: string, closing: string): boolean {
  const text = line.trim()
  if (closing === '---') return text === '---' || text === '...'
  return text.length >= closing.length && text === closing.charAt(0).repeat(text.length)
}

/** What is not rendered, apart from the prose around it, which keeps its lines. */
function splitHidden(segment: Segment): Segment[] {
  if (segment.kind !== 'prose') return [segment]
  const { path, text, line } = segment
  const parts = findHiddenHtml(text)
  if (parts.length === 0) return [segment]
  const comments: Segment[] = []
  let prose = ''
  let from = 0
  for (const { begin, end } of parts) {
    const comment = text.slice(begin, end)
    comments.push(segmentOf(path, 'comment', comment, line + linesIn(text.slice(0, begin))))
    prose += text.slice(from, begin) + '\n'.repeat(linesIn(comment))
    from = end
  }
  return [segmentOf(path, 'prose', prose + text.slice(from), line), ...comments]
}

export function segmentOf(path: string, kind: SegmentKind, text: string, line: number): Segment {
  return { path, kind, text, line, folded: foldText(text) }
}

export function linesIn(text: string): number {
  let count = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1
  return count
}
