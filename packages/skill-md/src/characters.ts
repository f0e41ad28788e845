/** Unicode code points of a text: the unit of the prompt budget (A4). A lone surrogate counts as one. */
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

/** At most `limit` characters, the last one an ellipsis where something was left out. */
export function truncate(text: string, limit: number): string {
  if (!isLongerThan(text, limit)) return text
  const kept = [...text.slice(0, limit * 2)].slice(0, Math.max(0, limit - 1))
  return `${kept.join('').trimEnd()}…`
}

/** True when there are more than `limit` code points; counts no further than it must. */
export function isLongerThan(text: string, limit: number): boolean {
  if (text.length <= limit) return false
  return text.length > limit * 2 || countCharacters(text) > limit
}
