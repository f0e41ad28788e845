const marks = ['`', '"'] as const
const pairs = [
  ['“', '”'],
  ['«', '»'],
  ['„', '“'],
  ['「', '」'],
] as const

/** Whether the text at this place of a line stands in quotation or code marks. Pure. */
export function isQuoted(line: string, at: number, length: number): boolean {
  const before = line.slice(0, at)
  const inside = line.slice(at, at + length)
  const after = line.slice(at + length)
  const isIn = (mark: string) => {
    const opened = before.split(mark).length - 1
    return opened % 2 === 1
      ? after.includes(mark) || inside.endsWith(mark)
      : inside.startsWith(mark)
  }
  return (
    marks.some(isIn) ||
    pairs.some(
      ([open, close]) =>
        before.lastIndexOf(open) > before.lastIndexOf(close) && after.includes(close),
    )
  )
}

export function isTableRow(line: string): boolean {
  return /^\s{0,3}\|.{0,2000}\|\s{0,3}$/.test(line)
}
