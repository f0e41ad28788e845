/** A part of a text, by its offsets. */
export interface TextPart {
  readonly begin: number
  readonly end: number
}

/** A reference whose text is no address, as comments of Markdown are written: `[//]: # (text)`. */
const referenceComment = /^ {0,3}\[[^\]\n]{1,60}\]:[ \t]{1,3}(?:#|<>)[ \t]{1,4}["'(][^\n]{1,2000}/gm
/** An element that no screen shows. */
const hiddenElement =
  /<(div|span|p|section|font|small|template|b|i|em|td|li)\b(?=[^>]{0,300}(?:display\s{0,2}:\s{0,2}none|visibility\s{0,2}:\s{0,2}hidden|opacity\s{0,2}:\s{0,2}0(?![.\d]*[1-9])|font-size\s{0,2}:\s{0,2}(?:0|1px)|color\s{0,2}:\s{0,2}(?:transparent|white|#fff)|\shidden\b|left\s{0,2}:\s{0,2}-\d{3,5}))[^>]{0,300}>/gi
const maxElement = 20_000
const maxParts = 500

/** What a model reads in Markdown and a reader of the rendered page does not. In order, without overlap. Pure. */
export function findHiddenHtml(text: string): readonly TextPart[] {
  const parts: TextPart[] = []
  for (let begin = text.indexOf('<!--'); begin >= 0; begin = text.indexOf('<!--', begin)) {
    const closing = text.indexOf('-->', begin + 4)
    const end = closing < 0 ? text.length : closing + 3
    parts.push({ begin, end })
    begin = end
  }
  for (const { 0: found, index } of text.matchAll(referenceComment)) {
    parts.push({ begin: index, end: index + found.length })
  }
  for (const { 0: opened, 1: tag = '', index } of text.matchAll(hiddenElement)) {
    if (parts.length >= maxParts) break
    parts.push({ begin: index, end: endOfElement(text, { tag, from: index + opened.length }) })
  }
  return apart(parts)
}

function endOfElement(
  text: string,
  { tag, from }: { readonly tag: string; readonly from: number },
): number {
  const rest = text.slice(from, from + maxElement)
  const closing = rest.toLowerCase().indexOf(`</${tag.toLowerCase()}`)
  return from + (closing < 0 ? rest.length : closing)
}

function apart(parts: readonly TextPart[]): readonly TextPart[] {
  const kept: TextPart[] = []
  for (const part of parts.toSorted((one, other) => one.begin - other.begin)) {
    if (part.begin >= (kept.at(-1)?.end ?? 0)) kept.push(part)
  }
  return kept
}
