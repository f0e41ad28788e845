/** The offsets at which the piece occurs, without overlaps. The piece is not empty. */
export function findOccurrences(text: string, piece: string): number[] {
  const offsets: number[] = []
  for (let at = text.indexOf(piece); at !== -1; at = text.indexOf(piece, at + piece.length)) {
    offsets.push(at)
  }
  return offsets
}

/** The line numbers of these ascending offsets, counted from 1. */
export function lineNumbersAt(text: string, offsets: readonly number[]): number[] {
  let line = 1
  let lineEnd = text.indexOf('\n')
  return offsets.map((offset) => {
    while (lineEnd !== -1 && lineEnd < offset) {
      line += 1
      lineEnd = text.indexOf('\n', lineEnd + 1)
    }
    return line
  })
}
