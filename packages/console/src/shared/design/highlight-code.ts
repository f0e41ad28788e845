import { classHighlighter, highlightCode } from '@lezer/highlight'
import { languageNamed } from '../code/language-of.ts'

export interface CodePart {
  readonly text: string
  readonly classes: string
}

/** Splits code into parts with the classes of their colours; all parts together are the code. */
export async function highlight(language: string, code: string): Promise<readonly CodePart[]> {
  const found = await languageNamed(language)
  if (!found) return [{ text: code, classes: '' }]
  const parts: CodePart[] = []
  highlightCode(
    code,
    found.parser.parse(code),
    classHighlighter,
    (text, classes) => parts.push({ text, classes }),
    () => parts.push({ text: '\n', classes: '' }),
  )
  return parts
}
