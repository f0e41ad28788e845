/** Beginnings of the piece, none overlapping the one before. The piece is not empty. */
export function placesOf(text: string, piece: string): number[] {
  const places: number[] = []
  for (let at = text.indexOf(piece); at !== -1; at = text.indexOf(piece, at + piece.length)) {
    places.push(at)
  }
  return places
}

/** The lines at these positions, which ascend; lines count from 1. */
export function linesAt(text: string, places: readonly number[]): number[] {
  let line = 1
  let lineEnd = text.indexOf('\n')
  return places.map((place) => {
    while (lineEnd !== -1 && lineEnd < place) {
      line += 1
      lineEnd = text.indexOf('\n', lineEnd + 1)
    }
    return line
  })
}
