import { keywordsOf } from './question.ts'

/** An active skill as the model sees it: its block of the system prompt. */
export interface ActiveBlock {
  readonly name: string
  readonly body: string
}

interface Section {
  readonly heading: string
  readonly lines: readonly string[]
}

const maxSections = 3
const maxLines = 8
const outlineLength = 12
/** Characters that a heading's line may have. */
const maxHeadingLength = 500

/** The `<skill name="…">` blocks of a system prompt (A2). */
export function readBlocks(system: readonly string[]): readonly ActiveBlock[] {
  const block = /^<skill name="([^"]*)">\n([\s\S]*)\n<\/skill>$/
  return system.flatMap((text) => {
    const [, name, body] = block.exec(text) ?? []
    return name === undefined || body === undefined ? [] : [{ name: readable(name), body }]
  })
}

/** The share of keywords that the skill mentions, from 0 to 1. At least one must be in its name or headings. */
export function relevance({ name, body }: ActiveBlock, keywords: readonly string[]): number {
  if (keywords.length === 0) return 0
  const headings = sectionsOf(body).map((section) => section.heading)
  const prominent = new Set(keywordsOf([name, ...headings].join(' ')))
  if (!keywords.some((word) => prominent.has(word))) return 0
  const mentioned = new Set([...prominent, ...keywordsOf(body)])
  return keywords.filter((word) => mentioned.has(word)).length / keywords.length
}

/** The sections that match the keywords best, or the outline when none does. */
export function excerpt({ body }: ActiveBlock, keywords: readonly string[]): string {
  const sections = sectionsOf(body)
  const ranked = sections
    .map((section) => ({ section, score: scoreOf(section, keywords) }))
    .filter(({ score, section }) => score > 0 && section.lines.length > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, maxSections)
    .map(({ section }) => section)
  const chosen = sections.filter((section) => ranked.includes(section))
  if (chosen.length > 0) return chosen.map(renderSection).join('\n\n')
  const first = sections.find((section) => section.lines.length > 0)
  const outline = sections.map(({ heading }) => heading).filter((heading) => heading !== '')
  const parts = first ? [renderSection(first)] : []
  if (outline.length > 1) {
    parts.push(`It covers: ${outline.slice(0, outlineLength).join('; ')}.`)
  }
  return parts.join('\n\n')
}

function scoreOf({ heading, lines }: Section, keywords: readonly string[]): number {
  const inHeading = new Set(keywordsOf(heading))
  const inText = new Set(keywordsOf(lines.join(' ')))
  const steps = lines.some(isStep) ? 0.5 : 0
  const score = keywords.reduce(
    (sum, word) => sum + (inHeading.has(word) ? 3 : 0) + (inText.has(word) ? 1 : 0),
    0,
  )
  return score === 0 ? 0 : score + steps
}

/** Prefers the steps of a list to prose. */
function renderSection({ heading, lines }: Section): string {
  const steps = lines.filter(isStep)
  const shown = (steps.length > 0 ? steps : lines).slice(0, maxLines)
  return [...(heading ? [`### ${heading}`] : []), ...shown].join('\n')
}

function isStep(line: string): boolean {
  return /^\s*(?:[-*+]|\d+[.)])\s/.test(line)
}

/** Headings with their prose and lists. A wrapped step becomes one line, and code is skipped. */
function sectionsOf(body: string): readonly Section[] {
  const sections: { heading: string; lines: string[] }[] = [{ heading: '', lines: [] }]
  let inCode = false
  let inStep = false
  for (const line of body.split(/\r?\n/)) {
    const isFence = /^\s*(?:```|~~~)/.test(line)
    if (isFence) inCode = !inCode
    if (isFence || inCode || line.trim() === '') inStep = false
    if (isFence || inCode || line.trim() === '') continue
    const mayHead = line.length <= maxHeadingLength
    const heading = mayHead ? /^#{1,6}\s+(.*?)\s*#*$/.exec(line)?.[1] : undefined
    const lines = sections.at(-1)?.lines ?? []
    if (heading !== undefined) sections.push({ heading, lines: [] })
    else if (inStep && !isStep(line)) lines.push(`${lines.pop()} ${line.trim()}`)
    else lines.push(line)
    inStep = heading === undefined && (inStep || isStep(line))
  }
  return sections.filter(({ heading, lines }) => heading !== '' || lines.length > 0)
}

function readable(attribute: string): string {
  return attribute
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
}
