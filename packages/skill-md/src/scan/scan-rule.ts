import { mayMatch } from './prefilter/may-match.ts'
import type { FindingSeverity } from './scan-report.ts'

/**
 * `prose`: instructions that a model reads. `comment`: HTML comments, which people do not see. `code`: scripts,
 * fences and configuration. `frontmatter`: the head of SKILL.md.
 */
export type SegmentKind = 'prose' | 'comment' | 'code' | 'frontmatter'

/** A part of a file that is read in one way. */
export interface Segment {
  readonly path: string
  readonly kind: SegmentKind
  readonly text: string
  /** Line of the file on which it begins, from 1. */
  readonly line: number
  /** Where the text was decoded from another form: `base64`. */
  readonly decodedFrom?: string
  /** Lower-cased, with look-alikes, invisible characters and white space folded; of the same lines. */
  readonly folded: string
}

/** What a rule says of everything that it finds. */
export interface RuleText {
  /** Stable and dotted. */
  readonly id: string
  readonly severity: FindingSeverity
  /** What stands there. */
  readonly message: string
  /** What an attacker would do with it. */
  readonly attack: string
  /** What the author should do instead. */
  readonly fix: string
}

/** A place that a rule found. */
export interface Match {
  /** Offset in the text of the segment. */
  readonly at: number
  readonly length: number
  /** Offset of what is shown, where that is not the beginning. */
  readonly shownAt?: number
  readonly severity?: FindingSeverity
  /** It is as bad where a text only shows it. */
  readonly isFirm?: boolean
}

/** A rule over one segment. Its expressions take linear time: every quantifier is bounded. */
export interface SegmentRule extends RuleText {
  readonly on: readonly SegmentKind[]
  find(segment: Segment): Iterable<Match>
}

/** Where a pattern was found. */
export interface MatchPlace {
  readonly segment: Segment
  readonly at: number
  /** The folded lines of the match, whole. */
  readonly line: string
}

/** A pattern and what has to stand near it. All are tried on the folded text, so they are in small letters. */
export interface PatternOptions {
  readonly pattern: RegExp
  /** Has to stand in the same segment. */
  readonly together?: RegExp
  /** Has to stand in the text before the match, at most 400 characters. */
  readonly before?: RegExp
  /** Has to stand in the match itself. */
  readonly containing?: RegExp
  /** A match that this fits too is none: a placeholder, a reserved name. */
  readonly unless?: RegExp
  /** The severity of a match, that of the rule by default; null where it is none after all. */
  readonly severityOf?: (found: string, place: MatchPlace) => FindingSeverity | null
}

/** Matches of a rule on one segment that are reported; more say nothing new. */
const maxMatches = 20

/** A rule that is one regular expression. */
export function patternRule(
  text: RuleText,
  on: readonly SegmentKind[],
  { pattern, ...conditions }: PatternOptions,
): SegmentRule {
  const global = new RegExp(pattern.source, `${pattern.flags.replace('g', '')}g`)
  const { together, containing } = conditions
  const needed = [global, together, containing].filter((one) => one !== undefined)
  const find: SegmentRule['find'] = (segment) =>
    needed.every((one) => mayMatch(one, segment)) ? matchesOf(segment, global, conditions) : []
  return { ...text, on, find }
}

function matchesOf(
  segment: Segment,
  pattern: RegExp,
  { before, containing, together, unless, severityOf }: Omit<PatternOptions, 'pattern'>,
): readonly Match[] {
  const { folded } = segment
  const matches: Match[] = []
  // `matchAll` would compile the expression anew.
  pattern.lastIndex = 0
  for (let match = pattern.exec(folded); match; match = pattern.exec(folded)) {
    if (match[0] === '') pattern.lastIndex += 1
    if (before?.test(folded.slice(Math.max(0, match.index - 400), match.index)) === false) continue
    if (containing?.test(match[0]) === false) continue
    if (unless?.test(around(folded, match))) continue
    if (matches.length === 0 && together && !together.test(folded)) return []
    const place = { segment, at: match.index, line: linesOf(folded, match) }
    const severity = severityOf?.(match[0], place)
    if (severity === null) continue
    matches.push({ at: match.index, length: match[0].length, ...(severity && { severity }) })
    if (matches.length >= maxMatches) break
  }
  return matches
}

/** A match with what follows it on its line. */
function around(text: string, { index, 0: found }: RegExpExecArray): string {
  const end = text.indexOf('\n', index + found.length)
  return text.slice(index, Math.min(end < 0 ? text.length : end, index + found.length + 200))
}

/** At most 1,000 characters of the lines of a match. */
function linesOf(text: string, { index, 0: found }: RegExpExecArray): string {
  const begin = Math.max(text.lastIndexOf('\n', index) + 1, index - 500)
  const end = text.indexOf('\n', index + found.length)
  return text.slice(begin, Math.min(end < 0 ? text.length : end, index + found.length + 500))
}
