/** Counts Unicode code points, the unit of the prompt budget. A lone surrogate counts as one. */
export function countCharacters(text: string): number {
  let count = text.length
  for (let index = 0; index < text.length - 1; index++) {
    if ((text.charCodeAt(index) & 0xfc00) !== 0xd800) continue
    if ((text.charCodeAt(index + 1) & 0xfc00) !== 0xdc00) continue
    count--
    index++
  }
  return count
}

/** Truncates to `limit` characters; a truncated text ends with an ellipsis. */
export function truncate(text: string, limit: number): string {
  if (!isOverLength(text, limit)) return text
  let end = 0
  for (let kept = 1; kept < limit; kept++) end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1
  return `${text.slice(0, end).trimEnd()}…`
}

/** True for more than `limit` code points; stops counting early. */
export function isOverLength(text: string, limit: number): boolean {
  if (text.length <= limit) return false
  return text.length > limit * 2 || countCharacters(text) > limit
}
