/** Characters that Bash takes as they stand outside of quotes. */
const plain = /[A-Za-z0-9_./:=@%+,-]/
/** Printable ASCII; a line break, a NUL or a blank of another script ends a word for some shell. */
const printable = /^[\x20-\x7e]$/
const assignment = /^[A-Za-z_][A-Za-z0-9_]*\+?=/

/**
 * The words of one plain command, as Bash would pass them on; null when that cannot be said for certain.
 * Words and quoted words only: any operator, substitution, expansion, glob, redirection, comment, line break,
 * backslash, variable assignment in front, or character outside printable ASCII is undecided. Pure.
 */
export function plainCommand(line: string): readonly string[] | null {
  const words: string[] = []
  let word: string | null = null
  let quote: string | null = null
  for (const char of line) {
    if (!printable.test(char)) return null
    if (quote !== null) {
      if (char === quote) quote = null
      else if (quote === '"' && '$`\\!'.includes(char)) return null
      else word += char
    } else if (char === ' ') {
      if (word !== null) words.push(word)
      word = null
    } else if (char === '"' || char === "'") {
      quote = char
      word ??= ''
    } else if (plain.test(char)) word = (word ?? '') + char
    else return null
  }
  if (quote !== null) return null
  if (word !== null) words.push(word)
  return words.length === 0 || assignment.test(words[0] ?? '') ? null : words
}
