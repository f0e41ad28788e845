import { sanitizeLines } from '../terminal/sanitize-text.ts'

/** Prints the text of one step as it arrives; pieces may overlap, or be missing until the step is complete. */
export interface LiveText {
  /** A piece at its position in the text. */
  piece(offset: number, text: string): void
  /** The whole text: prints what is missing, and ends the line. */
  whole(text: string): void
}

export function createLiveText(write: (text: string) => void): LiveText {
  let printed = 0
  let endsLine = true
  const print = (text: string): void => {
    if (text === '') return
    printed += text.length
    endsLine = text.endsWith('\n')
    write(sanitizeLines(text))
  }
  return {
    piece(offset, text) {
      // After a gap the rest is printed from the whole text.
      if (offset > printed) return
      print(withoutHalfCharacter(text.slice(printed - offset)))
    },
    whole(text) {
      print(text.slice(printed))
      if (!endsLine) write('\n')
      printed = 0
      endsLine = true
    },
  }
}

/** A character of two halves may be cut by the end of a piece, as may a line break. */
function withoutHalfCharacter(text: string): string {
  return /[\ud800-\udbff\r]$/.test(text) ? text.slice(0, -1) : text
}
