const maxTitleLength = 80

/** A title for an untitled conversation: the beginning of its first message on one line. */
export function titleFrom(message: string): string {
  const line = message.slice(0, 1000).replaceAll(/\s+/g, ' ').trim()
  const letters = [...new Intl.Segmenter().segment(line)].map((part) => part.segment)
  if (letters.length <= maxTitleLength) return line
  const cut = letters.slice(0, maxTitleLength - 1).join('')
  const lastSpace = cut.lastIndexOf(' ')
  return `${(lastSpace > maxTitleLength / 2 ? cut.slice(0, lastSpace) : cut).trimEnd()}…`
}
