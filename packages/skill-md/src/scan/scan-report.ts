/** How bad a finding is, from a remark to malware. */
export type FindingSeverity = 'info' | 'low' | 'medium' | 'high' | 'critical'

/** What one rule found at one place of a package. */
export interface ScanFinding {
  /** Stable and dotted: `hidden.bidi`, `run.pipe-to-shell`. */
  readonly rule: string
  readonly severity: FindingSeverity
  /** What the scanner gave it, where a policy counts it otherwise; no scan sets it. */
  readonly scannerSeverity?: FindingSeverity
  /** Relative to the skill's folder; inside an archive `outer.zip!inner/path`. */
  readonly path: string
  /** From 1; 1 and 1 for a finding about the whole file. */
  readonly line: number
  readonly column: number
  /** The text that was found, at most 200 characters, with invisible characters spelled out. May be empty. */
  readonly excerpt: string
  /**
   * Names the whole lines of the match, or the whole file, so that a change of it is seen; empty where that is
   * too long, or limits hide further findings of the rule.
   */
  readonly match: string
  /** What stands there. */
  readonly message: string
  /** What an attacker would do with it. */
  readonly attack: string
  /** What the author should do instead. */
  readonly fix: string
}

/**
 * `incomplete`: a part could not be read within the limits, so nothing is said about it. `blocked` is never
 * offered to anybody; `review` waits for a person; `notice` is only shown.
 */
export type ScanVerdict = 'clean' | 'notice' | 'review' | 'blocked' | 'incomplete'

/** A part of a package that no rule could judge. */
export interface SkippedPart {
  readonly path: string
  /** A clause: "is encrypted", "took longer than 200 ms". */
  readonly reason: string
}

/** What the rules found in a package. */
export interface ScanReport {
  /** The version of the rules. Another one may judge otherwise, so packages are scanned again. */
  readonly ruleset: string
  readonly verdict: ScanVerdict
  /** The worst first, then by path and line. */
  readonly findings: readonly ScanFinding[]
  readonly unscanned: readonly SkippedPart[]
}
