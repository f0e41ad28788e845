/**
 * Limits of a SKILL.md. The largest of 110 000 public files has under 300 KB of text. Nearly all have a few KB of
 * frontmatter, some have lists of examples or generated metadata of tens of KB.
 * Larger files are rejected before any YAML is parsed, so hostile input costs a scan, not a parse.
 */
export const limits = {
  /** UTF-16 units of a whole file. */
  fileLength: 16 * 1024 * 1024,
  /** UTF-16 units between the two fences. */
  frontmatterLength: 256 * 1024,
  /** Longer frontmatter loads with a warning. */
  usualFrontmatterLength: 16 * 1024,
  /** How far the end of a frontmatter without a closing fence is looked for. */
  unclosedFrontmatterLength: 32 * 1024,
  /** The same as {@link frontmatterLength} for text that needs the general YAML parser, which is far slower. */
  generalYamlLength: 64 * 1024,
  /** YAML indicator characters for the general parser; its time grows with them. */
  generalYamlIndicators: 3072,
  frontmatterLines: 2048,
  /** Top-level keys. */
  keys: 200,
  /** Levels of nesting in block or flow style. */
  depth: 32,
} as const

/** Checks the limits of the general YAML parser; undefined when the text is within them. */
export function checkYamlLimits(
  text: string,
  maxLength: number = limits.generalYamlLength,
): { code: string; offset: number; message: string } | undefined {
  const { generalYamlIndicators, depth } = limits
  if (text.length > maxLength) {
    const message = `The frontmatter has more than ${maxLength} characters and is not simple YAML.`
    return { code: 'frontmatter.too-large', offset: maxLength, message }
  }
  const excess = indicatorOffset(text, generalYamlIndicators + 1)
  if (excess !== undefined) {
    const message = `The frontmatter has more than ${generalYamlIndicators} brackets, commas, colons, quotes and the like.`
    return { code: 'frontmatter.too-complex', offset: excess, message }
  }
  const depthOffset = excessDepthOffset(text)
  if (depthOffset === undefined) return undefined
  const message = `The frontmatter is nested more than ${depth} levels deep.`
  return { code: 'frontmatter.too-deep', offset: depthOffset, message }
}

/** Offset of the n-th indicator character. */
function indicatorOffset(text: string, n: number): number | undefined {
  let count = 0
  for (let at = 0; at < text.length; at++) {
    if (indicators.has(text.charCodeAt(at)) && ++count === n) return at
  }
  return undefined
}

const indicators = new Set([...'[]{},:&*!"\'|>?#%@`-'].map((mark) => mark.charCodeAt(0)))

/** The first offset where nesting could exceed the depth limit, if any. Reads each character once. */
function excessDepthOffset(text: string): number | undefined {
  let flow = 0
  let indents: number[] = []
  let lineStart = true
  for (let at = 0; at < text.length; at++) {
    if (lineStart) {
      const markers = blockMarkers(text, at)
      indents = indents.filter((indent) => indent < markers.indent)
      if (!markers.blank) indents.push(markers.indent)
      if (indents.length + markers.count + flow > limits.depth) return at
      lineStart = false
    }
    const code = text.charCodeAt(at)
    if (code === 10) lineStart = true
    else if (code === 91 || code === 123) flow++
    else if ((code === 93 || code === 125) && flow > 0) flow--
    if (flow > limits.depth) return at
  }
  return undefined
}

/** Indentation, and the run of `- ` or `? ` that opens a nested block on the same line. */
function blockMarkers(
  text: string,
  lineStart: number,
): { indent: number; count: number; blank: boolean } {
  let at = lineStart
  while (text[at] === ' ') at++
  const indent = at - lineStart
  let count = 0
  while ((text[at] === '-' || text[at] === '?') && text[at + 1] === ' ') {
    count++
    at += 2
    while (text[at] === ' ') at++
  }
  return { indent, count, blank: at >= text.length || text[at] === '\n' || text[at] === '\r' }
}
