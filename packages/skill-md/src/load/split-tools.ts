/**
 * Splits `allowed-tools` at spaces and commas that stand outside parentheses (D2), so that `Bash(git add:*) Read` is
 * two tools. A parenthesis left open takes the rest.
 */
export function splitTools(text: string): string[] {
  const tools: string[] = []
  let depth = 0
  let current = ''
  for (const character of text) {
    if (character === '(') depth++
    else if (character === ')' && depth > 0) depth--
    if (depth === 0 && (character === ',' || /\s/.test(character))) {
      if (current !== '') tools.push(current)
      current = ''
    } else current += character
  }
  if (current !== '') tools.push(current)
  return tools
}
