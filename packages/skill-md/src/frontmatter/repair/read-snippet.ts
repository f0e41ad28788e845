import { parseFast } from '../fast-yaml.ts'
import type { ParsedFrontmatter } from '../parsed-frontmatter.ts'
import { parseWithLibrary, type YamlProblem } from '../yaml-library.ts'

export type SnippetResult =
  | { ok: true; parsed: ParsedFrontmatter; duplicates: YamlProblem[] }
  | { ok: false; errorOffset: number }

/** Parses a YAML snippet that must be a map without aliases, anchors and tags. */
export function readSnippet(snippet: string): SnippetResult {
  const fast = parseFast(snippet)
  if (fast !== undefined) return { ok: true, parsed: fast, duplicates: [] }
  const reading = parseWithLibrary(snippet)
  if (reading.kind === 'other') return { ok: false, errorOffset: 0 }
  const bad = reading.problems.filter((problem) => problem.kind !== 'duplicate-key')
  if (reading.kind === 'broken' || bad.length > 0) {
    return { ok: false, errorOffset: Math.min(...bad.map((problem) => problem.offset)) }
  }
  return { ok: true, parsed: reading.parsed, duplicates: reading.problems }
}
