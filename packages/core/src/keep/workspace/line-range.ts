/** A range of lines. */
export interface LineRange {
  /** The lines with their line ends. */
  readonly text: string
  /** Number of the first line, from 1; 0 for an empty range. */
  readonly first: number
  readonly count: number
  /** Lines of the whole text; a final line end starts no further line. */
  readonly total: number
}

/** `limit` lines from line `offset`, counted from 1. Pure. */
export function lineRange(text: string, offset: number, limit: number): LineRange {
  const lines = text.split('\n').map((line, index, all) => {
    return index === all.length - 1 ? line : `${line}\n`
  })
  if (lines.at(-1) === '') lines.pop()
  const chosen = lines.slice(offset - 1, offset - 1 + limit)
  return {
    text: chosen.join(''),
    first: chosen.length === 0 ? 0 : offset,
    count: chosen.length,
    total: lines.length,
  }
}
