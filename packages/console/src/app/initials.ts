/** The first letters of the first and the last word; of one word its first two. */
export function initialsOf(name: string): string {
  const words = name
    .trim()
    .split(/\s+/)
    .map((word) => [...word])
  const [first = [], last] = [words[0], words.length > 1 ? words.at(-1) : undefined]
  const letters = last ? [first[0], last[0]] : first.slice(0, 2)
  return letters.join('').toUpperCase()
}
