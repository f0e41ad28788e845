export type DiagnosticSeverity = 'error' | 'warning' | 'info'

/** One problem of a file, for people and for programs. */
export interface Diagnostic {
  /** Stable and dotted, e.g. `frontmatter.colon-unquoted`. */
  code: string
  severity: DiagnosticSeverity
  /** 1-based line in the given text. */
  line: number
  /** 1-based column in UTF-16 units. */
  column: number
  endLine?: number
  /** Exclusive. */
  endColumn?: number
  message: string
  /** The corrected text, or an instruction. */
  fix?: string
}

/** A problem by offset; {@link positionFindings} turns it into a {@link Diagnostic}. */
export interface Finding {
  code: string
  severity: DiagnosticSeverity
  /** UTF-16 offset in the original text. */
  offset: number
  /** Exclusive end, for a problem of a text range. */
  endOffset?: number
  message: string
  fix?: string
}

/** Turns findings into diagnostics, in order. Builds the line table once, and only when needed. */
export function positionFindings(text: string, findings: readonly Finding[]): Diagnostic[] {
  if (findings.length === 0) return []
  const lineStarts = lineStartsOf(text, Math.max(...findings.map((f) => f.endOffset ?? f.offset)))
  return findings.map((finding) => {
    const start = positionIn(lineStarts, finding.offset)
    const diagnostic: Diagnostic = {
      code: finding.code,
      severity: finding.severity,
      line: start.line,
      column: start.column,
      message: finding.message,
    }
    if (finding.endOffset !== undefined) {
      const end = positionIn(lineStarts, finding.endOffset)
      diagnostic.endLine = end.line
      diagnostic.endColumn = end.column
    }
    if (finding.fix !== undefined) diagnostic.fix = finding.fix
    return diagnostic
  })
}

function lineStartsOf(text: string, upTo: number): number[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at !== -1 && at < upTo; at = text.indexOf('\n', at + 1)) {
    starts.push(at + 1)
  }
  return starts
}

function positionIn(
  lineStarts: readonly number[],
  offset: number,
): { line: number; column: number } {
  let low = 0
  let high = lineStarts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((lineStarts[middle] as number) <= offset) low = middle
    else high = middle - 1
  }
  return { line: low + 1, column: offset - (lineStarts[low] as number) + 1 }
}
