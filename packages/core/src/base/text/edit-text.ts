import { countCharacters } from '@repertoire/skill-md'
import { z } from 'zod'
import { type Problem, ProblemError } from '../errors.ts'
import { findOccurrences, lineNumbersAt } from './occurrences.ts'

/** The maximum length of an edited text in Unicode code points, unless the caller sets a lower one. */
export const maxEditedTextLength = 100_000
/** The maximum number of line numbers in an error message. */
const maxReportedLines = 20

export const editOperations = ['replace', 'find_replace', 'append', 'prepend', 'delete'] as const
export type EditOperation = (typeof editOperations)[number]

/**
 * The input fields by which every tool takes an edit (document B, `update_skill`). {@link applyEdit} says
 * which fields an operation needs; it ignores the others.
 */
export const editFields = {
  operation: z.enum(editOperations).optional().describe('How to edit the text.'),
  content: z
    .string()
    .optional()
    .describe(
      'For replace: the whole new text. For append and prepend: the text to add. For delete: the text to remove.',
    ),
  find: z
    .string()
    .optional()
    .describe('For find_replace: the piece to find, exactly as it stands, with its white space.'),
  replace: z
    .string()
    .optional()
    .describe('For find_replace: what stands there afterwards; empty to take the piece out.'),
  replace_all: z
    .boolean()
    .optional()
    .describe('For find_replace: every place instead of exactly one. False unless told.'),
}

/** An edit in the form of a tool's input. */
export interface EditInput {
  readonly operation: EditOperation
  readonly content?: string | undefined
  readonly find?: string | undefined
  readonly replace?: string | undefined
  readonly replace_all?: boolean | undefined
}

/**
 * The text after one edit. Pure and exact: nothing is a pattern, nothing is trimmed, and every other
 * byte stays the same. `append` and `prepend` start on a line of their own: a line end is inserted where
 * neither side has one. `maxLength` counts Unicode code points of the result. Throws ProblemError
 * `edit.missing-field`, `edit.find-empty`, `edit.no-match`, `edit.several-matches`,
 * `edit.nothing-to-delete` or `edit.too-large`; the text is unchanged then.
 */
export function applyEdit(text: string, edit: EditInput, maxLength = maxEditedTextLength): string {
  switch (edit.operation) {
    case 'replace':
      return checkLength(requiredField(edit, 'content'), maxLength)
    case 'append':
      return concatLines(text, requiredField(edit, 'content'), maxLength)
    case 'prepend':
      return concatLines(requiredField(edit, 'content'), text, maxLength)
    case 'find_replace':
      return findAndReplace(text, edit, maxLength)
    case 'delete':
      return deleteText(text, requiredField(edit, 'content'))
  }
}

function findAndReplace(text: string, edit: EditInput, maxLength: number): string {
  const find = requiredField(edit, 'find')
  const fresh = requiredField(edit, 'replace')
  if (find === '') throw new ProblemError(findEmpty)
  const offsets = findOccurrences(text, find)
  if (offsets.length === 0) throw new ProblemError(noMatch(text, find))
  if (offsets.length > 1 && !edit.replace_all) throw severalMatches(text, offsets, replaceAllHint)
  // The length is checked before the text is built: a short edit can ask for more text than fits into memory.
  const length = text.length + offsets.length * (fresh.length - find.length)
  if (length > maxLength * 2) throw tooLarge(length, maxLength)
  return checkLength(text.split(find).join(fresh), maxLength)
}

function deleteText(text: string, piece: string): string {
  const offsets = piece === '' ? [] : findOccurrences(text, piece)
  const [offset, ...others] = offsets
  if (offset === undefined) throw new ProblemError(nothingToDelete(text, piece))
  if (others.length > 0) throw severalMatches(text, offsets, deleteAllHint)
  return text.slice(0, offset) + text.slice(offset + piece.length)
}

function concatLines(above: string, below: string, maxLength: number): string {
  const ends = above === '' || below === '' || above.endsWith('\n') || /^\r?\n/.test(below)
  const lineEnd = /\r\n/.test(above) || /\r\n/.test(below) ? '\r\n' : '\n'
  return checkLength(ends ? above + below : above + lineEnd + below, maxLength)
}

function checkLength(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  const characters = countCharacters(text)
  if (characters > maxLength) throw tooLarge(characters, maxLength)
  return text
}

function requiredField(edit: EditInput, field: 'content' | 'find' | 'replace'): string {
  const value = edit[field]
  if (value !== undefined) return value
  throw new ProblemError({
    code: 'edit.missing-field',
    kind: 'invalid',
    message: `The operation ${edit.operation} needs "${field}", so nothing was changed.`,
    hint: `Make the call again with "${field}".`,
    details: { operation: edit.operation, field },
  })
}

const replaceAllHint =
  'Give more of the text around the place you mean, or set replace_all to change every one.'
const deleteAllHint =
  'Give more of the text around the place you mean; to take out every one, use find_replace with an empty "replace" and replace_all.'

const findEmpty: Problem = {
  code: 'edit.find-empty',
  kind: 'invalid',
  message: 'There is nothing to find: "find" is empty, so nothing was changed.',
  hint: 'Give the piece to replace as it stands in the text; the operation replace writes the whole text.',
}

function noMatch(text: string, piece: string): Problem {
  return {
    code: 'edit.no-match',
    kind: 'not-found',
    message: 'The text does not contain "find", so nothing was changed.',
    hint: noMatchHint(text, piece),
  }
}

function nothingToDelete(text: string, piece: string): Problem {
  return {
    code: 'edit.nothing-to-delete',
    kind: 'not-found',
    message:
      piece === ''
        ? 'There is nothing to delete: "content" is empty, so nothing was changed.'
        : 'The text does not contain what was to be deleted, so nothing was changed.',
    hint: noMatchHint(text, piece),
  }
}

function noMatchHint(text: string, piece: string): string {
  const lineEndsDiffer = piece.includes('\n') && text.includes('\r\n') && !piece.includes('\r\n')
  return lineEndsDiffer
    ? 'The lines of the text end in \\r\\n: use the same line ends in the piece.'
    : 'Read the text, then give the piece exactly as it stands, with its white space.'
}

function severalMatches(text: string, offsets: readonly number[], hint: string): ProblemError {
  const lines = lineNumbersAt(text, offsets)
  const reported = lines.slice(0, maxReportedLines)
  const more = lines.length > reported.length ? ` and ${lines.length - reported.length} more` : ''
  return new ProblemError({
    code: 'edit.several-matches',
    kind: 'conflict',
    message: `The piece occurs ${lines.length} times in the text, in the lines ${reported.join(', ')}${more}; nothing was changed.`,
    hint,
    details: { matches: lines.length, lines: reported },
  })
}

function tooLarge(characters: number, maxLength: number): ProblemError {
  return new ProblemError({
    code: 'edit.too-large',
    kind: 'too-large',
    message: `The text would have ${characters} characters; the maximum is ${maxLength}. Nothing was changed.`,
    hint: 'Shorten the text, or remove something first.',
    details: { characters, max: maxLength },
  })
}
