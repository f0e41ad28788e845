import { type Problem, ProblemError } from '../../base/errors.ts'
import { findOccurrences, lineNumbersAt } from '../../base/text/occurrences.ts'
import { workspaceLimits } from './workspace-limits.ts'

export interface TextEdit {
  readonly old: string
  readonly new: string
  /** Replaces every occurrence instead of exactly one. */
  readonly replaceAll: boolean
}

export interface EditedText {
  readonly text: string
  /** The lines at which the replaced pieces began, counted from 1, in the old text. */
  readonly lines: readonly number[]
}

/** The maximum number of line numbers in an error message. */
const maxReportedLines = 20

/**
 * Replaces an exact piece of a text: nothing is a pattern, nothing is trimmed. Pure. Throws ProblemError
 * `workspace.old-empty`, `workspace.no-change`, `workspace.no-match`, `workspace.several-matches` or
 * `workspace.too-large`.
 */
export function editText(text: string, edit: TextEdit): EditedText {
  const { old, new: fresh, replaceAll } = edit
  if (old === '') throw new ProblemError(oldEmpty)
  if (old === fresh) throw new ProblemError(noChange)
  const offsets = findOccurrences(text, old)
  if (offsets.length === 0) throw noMatch(text, old)
  const lines = lineNumbersAt(text, offsets)
  if (offsets.length > 1 && !replaceAll) throw severalMatches(lines)
  // The length is checked before the text is built: a short edit can ask for more text than fits into memory.
  const length = text.length + offsets.length * (fresh.length - old.length)
  if (length > workspaceLimits.textBytes) throw tooLarge(length)
  return { text: text.split(old).join(fresh), lines }
}

const oldEmpty: Problem = {
  code: 'workspace.old-empty',
  kind: 'invalid',
  message: 'There is nothing to replace: "old" is empty. The file was not changed.',
  hint: 'Give the piece to replace as it stands in the file; write_file writes a whole file.',
}

const noChange: Problem = {
  code: 'workspace.no-change',
  kind: 'invalid',
  message: '"old" and "new" are the same, so the file was not changed.',
}

function noMatch(text: string, old: string): ProblemError {
  const lineEndsDiffer = old.includes('\n') && text.includes('\r\n') && !old.includes('\r\n')
  return new ProblemError({
    code: 'workspace.no-match',
    kind: 'not-found',
    message: 'The file does not contain "old", so it was not changed.',
    hint: lineEndsDiffer
      ? 'Its lines end in \\r\\n: use the same line ends in "old".'
      : 'Read the file, then give the piece exactly as it stands, with its white space.',
  })
}

function tooLarge(length: number): ProblemError {
  const { textBytes } = workspaceLimits
  return new ProblemError({
    code: 'workspace.too-large',
    kind: 'too-large',
    message: `The file would have ${length} characters; as text at most ${textBytes} bytes can be written. It was not changed.`,
    hint: 'Replace less at once, or split the file.',
    details: { characters: length, max_size: textBytes },
  })
}

function severalMatches(lines: readonly number[]): ProblemError {
  const reported = lines.slice(0, maxReportedLines)
  const more = lines.length > reported.length ? ` and ${lines.length - reported.length} more` : ''
  return new ProblemError({
    code: 'workspace.several-matches',
    kind: 'conflict',
    message: `The file contains "old" ${lines.length} times, in the lines ${reported.join(', ')}${more}; it was not changed.`,
    hint: 'Give more of the text around the place you mean, or set replace_all.',
    details: { matches: lines.length, lines: reported },
  })
}
