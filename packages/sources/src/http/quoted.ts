import { truncate } from '@repertoire/skill-md'

const maxLength = 120

/**
 * Text of another server for a message: shortened, in quotes, and with every control, format and other invisible
 * character as `\u{…}`, so that it cannot move a cursor, colour a terminal or reorder a line.
 */
export function quoted(text: string): string {
  const shown = truncate(text, maxLength).replace(
    /[\p{C}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u{${(character.codePointAt(0) as number).toString(16)}}`,
  )
  return `"${shown.replaceAll('"', "'")}"`
}

/** Text of another server as data: control characters become blanks; everything else stays, to be marked later. */
export function withoutControls(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ').trim()
}
