/**
 * Splits one line into words as a shell does, without any expansion: blanks separate, quotes and `\` hold
 * together, and everything else (`*`, `$x`, `|`, `;`, `#`) is plain text. Undefined for an open quote or a
 * trailing `\`. Libraries for shell lines interpret more, and so lose text here.
 */
export function splitWords(line: string): readonly string[] | undefined {
  const words: string[] = []
  let word: string | undefined
  let quote = ''
  for (let at = 0; at < line.length; at += 1) {
    const char = line.charAt(at)
    if (char === '\\' && quote !== "'") {
      const next = line.charAt(at + 1)
      if (next === '') return undefined
      at += 1
      const kept = quote === '"' && !'"\\$`\n'.includes(next) ? '\\' : ''
      // A line break after a backslash adds no text.
      word = (word ?? '') + (next === '\n' ? '' : kept + next)
    } else if (quote !== '') {
      if (char === quote) quote = ''
      else word += char
    } else if (char === '"' || char === "'") {
      quote = char
      word ??= ''
    } else if (' \t\r\n'.includes(char)) {
      if (word !== undefined) words.push(word)
      word = undefined
    } else word = (word ?? '') + char
  }
  if (quote !== '') return undefined
  if (word !== undefined) words.push(word)
  return words
}
