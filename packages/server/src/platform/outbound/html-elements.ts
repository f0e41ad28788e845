/** Attributes that matter for the text. */
export const relevantAttributes: ReadonlySet<string> = new Set([
  ...['href', 'alt', 'hidden', 'aria-hidden', 'style', 'open', 'start'],
])

export type Attributes = Readonly<Record<string, string>>

/** Elements without content and end tag. */
export const voidElements: ReadonlySet<string> = new Set([
  ...['area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'param'],
  ...['source', 'track', 'wbr'],
])

/** Elements without visible text. */
const nonTextElements: ReadonlySet<string> = new Set([
  ...['script', 'style', 'template', 'svg', 'math', 'object', 'canvas', 'audio', 'video', 'iframe'],
  ...['noembed', 'noframes', 'textarea', 'select', 'datalist'],
])

/** Block elements, with the number of line breaks around them. */
const blocks: ReadonlyMap<string, 1 | 2> = new Map([
  ...['p', 'blockquote', 'pre', 'table', 'figure', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map(
    (name) => [name, 2] as const,
  ),
  ...[
    ...['address', 'article', 'aside', 'body', 'caption', 'center', 'dd', 'details', 'dialog'],
    ...['div', 'dl', 'dt', 'fieldset', 'figcaption', 'footer', 'form', 'header', 'hr', 'html'],
    ...['legend', 'li', 'main', 'nav', 'ol', 'search', 'section', 'summary', 'tbody', 'tfoot'],
    ...['thead', 'tr', 'ul'],
  ].map((name) => [name, 1] as const),
])

/** Number of line breaks around an element. Undefined for an inline element. */
export function blockElements(name: string): 1 | 2 | undefined {
  return blocks.get(name)
}

/** CSS declarations that hide text. Whitespace is removed before the match. */
const hiddenStyle =
  /(?:^|;)(?:display:none|visibility:(?:hidden|collapse)|content-visibility:hidden|(?:opacity|font-size|max-height|height|width):[+-]?(?:0+(?:\.0*)?|\.0+)(?:px|em|rem|pt|%)?(?:!important)?(?:;|$))/i

/** Whether an element's own tag hides its text. */
export function isHidden(name: string, attributes: Attributes): boolean {
  if (nonTextElements.has(name)) return true
  if (name === 'dialog' && !('open' in attributes)) return true
  if ('hidden' in attributes || attributes['aria-hidden']?.trim().toLowerCase() === 'true')
    return true
  const { style } = attributes
  return style !== undefined && hiddenStyle.test(style.replace(/\/\*[^*]*\*\/|\s+/g, ''))
}
