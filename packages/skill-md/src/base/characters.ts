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
  const kept = [...text.slice(0, limit * 2)].slice(0, Math.max(0, limit - 1))
  return `${kept.join('').trimEnd()}…`
}

/** True for more than `limit` code points; stops counting early. */
export function isOverLength(text: string, limit: number): boolean {
  if (text.length <= limit) return false
  return text.length > limit * 2 || countCharacters(text) > limit
}
