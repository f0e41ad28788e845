/**
 * Splits `allowed-tools` at spaces and commas outside parentheses, so that `Bash(git add:*) Read` is two tools. An
 * unclosed parenthesis extends to the end.
 */
export function splitTools(text: string): string[] {
  return splitOutside(text, { open: '(', close: ')', at: /[\s,]/ })
}

/** Splits at commas outside braces, so that `src/*.{ts,js}, docs` is two patterns. */
export function splitList(text: string): string[] {
  return splitOutside(text, { open: '{', close: '}', at: /,/ })
}

interface Splitter {
  open: string
  close: string
  at: RegExp
}

function splitOutside(text: string, { open, close, at }: Splitter): string[] {
  const parts: string[] = []
  let depth = 0
  let current = ''
  for (const character of text) {
    if (character === open) depth++
    else if (character === close && depth > 0) depth--
    if (depth === 0 && at.test(character)) {
      if (current !== '') parts.push(current)
      current = ''
    } else current += character
  }
  if (current !== '') parts.push(current)
  return parts
}
