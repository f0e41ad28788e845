import { blocksOf, isItem, itemsOf, type MarkdownBlock } from './markdown-blocks.ts'
import { keywordsOf } from './words.ts'

/** An active skill as the model sees it: its block of the system prompt. */
export interface ActiveBlock {
  readonly name: string
  readonly body: string
}

/** A heading with the blocks below it. The text before the first heading has an empty one. */
interface Section {
  readonly heading: string
  readonly level: number
  readonly blocks: readonly MarkdownBlock[]
}

const maxSections = 3
/** Characters of a skill that one answer quotes. */
const maxQuoteLength = 4_000
const outlineLength = 12
/** The level of the highest quoted heading, below those of the page. */
const topLevel = 3

/** The `<skill name="…">` blocks of a system prompt. */
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

/** The skill's passage about the keywords, and where it is from. */
export function quote(block: ActiveBlock, keywords: readonly string[]): string {
  return quoteFrom(`the skill "${block.name}"`, relevantSections(block, keywords))
}

/** The same of a skill's file. */
export function quoteFile(file: ActiveBlock, keywords: readonly string[]): string {
  return quoteFrom(file.name, relevantSections(file, keywords))
}

function quoteFrom(source: string, text: string): string {
  return `From ${source}:\n\n${text || 'It has no text to quote.'}`
}

/**
 * The sections that match the keywords best, or the beginning and the outline when none does. Blocks are quoted as
 * they are and as a whole, so that the excerpt is valid Markdown.
 */
export function relevantSections({ body }: ActiveBlock, keywords: readonly string[]): string {
  const sections = sectionsOf(body)
  const ranked = sections
    .map((section) => ({ section, score: scoreOf(section, keywords) }))
    .filter(({ score, section }) => score > 0 && section.blocks.length > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, maxSections)
    .map(({ section }) => section)
  if (ranked.length > 0) return renderSections(sections, ranked)
  const first = sections.find((section) => section.blocks.length > 0)
  const outline = sections.map(({ heading }) => heading).filter((heading) => heading !== '')
  const parts = first ? [renderSections(sections, [first])] : []
  if (outline.length > 1) {
    parts.push(`It covers: ${outline.slice(0, outlineLength).join('; ')}.`)
  }
  return parts.join('\n\n')
}

function scoreOf({ heading, blocks }: Section, keywords: readonly string[]): number {
  const lines = blocks.flatMap((block) => block.lines)
  const inHeading = new Set(keywordsOf(heading))
  const inText = new Set(keywordsOf(lines.join(' ')))
  const steps = lines.some(isItem) ? 0.5 : 0
  const score = keywords.reduce(
    (sum, word) => sum + (inHeading.has(word) ? 3 : 0) + (inText.has(word) ? 1 : 0),
    0,
  )
  return score === 0 ? 0 : score + steps
}

/** Gives the room to the best sections first, and shows them in the order of the skill. */
function renderSections(sections: readonly Section[], ranked: readonly Section[]): string {
  const highest = Math.min(...ranked.map(({ level }) => level || topLevel))
  let room = maxQuoteLength
  const rendered = new Map<Section, string>()
  for (const section of ranked) {
    const text = renderSection(section, room)
    room = Math.max(0, room - text.length)
    const depth = '#'.repeat(Math.min(6, topLevel + section.level - highest))
    rendered.set(section, section.heading ? `${depth} ${section.heading}\n\n${text}` : text)
  }
  return sections.flatMap((section) => rendered.get(section) ?? []).join('\n\n')
}

/** As many whole blocks, or items of a list, as there is room for. Says so when it leaves something out. */
function renderSection({ blocks }: Section, room: number): string {
  const shown: string[] = []
  let left = room
  let omits = false
  for (const block of blocks) {
    const text = fittingPart(block, left)
    omits ||= text.length < block.lines.join('\n').length
    left -= text.length
    if (text !== '') shown.push(text)
    if (omits) break
  }
  return [...shown, ...(omits ? ['_The skill says more here._'] : [])].join('\n\n')
}

/** The whole block, or what of it can stand alone: items of a list, sentences of a paragraph. */
function fittingPart(block: MarkdownBlock, room: number): string {
  const whole = block.lines.join('\n')
  if (whole.length <= room) return whole
  if (block.kind === 'paragraph') return beginningOf(whole, room)
  return block.kind === 'list' ? firstItems(block, room) : ''
}

/** Up to the last end of a sentence, or else of a word. */
function beginningOf(text: string, room: number): string {
  const fitting = text.slice(0, room)
  const sentences = /^[\s\S]*[.!?](?=\s)/.exec(fitting)?.[0]
  return sentences ?? `${fitting.slice(0, Math.max(0, fitting.lastIndexOf(' ')))} …`.trim()
}

function firstItems(list: MarkdownBlock, room: number): string {
  let part = ''
  for (const item of itemsOf(list)) {
    const longer = part === '' ? item : `${part}\n${item}`
    if (longer.length > room) break
    part = longer
  }
  return part.trimEnd()
}

function sectionsOf(body: string): readonly Section[] {
  const sections: { heading: string; level: number; blocks: MarkdownBlock[] }[] = [
    { heading: '', level: 0, blocks: [] },
  ]
  for (const block of blocksOf(body)) {
    if (block.kind !== 'heading') sections.at(-1)?.blocks.push(block)
    else sections.push({ heading: block.lines.join(' '), level: block.level, blocks: [] })
  }
  return sections.filter(({ heading, blocks }) => heading !== '' || blocks.length > 0)
}

function readable(attribute: string): string {
  return attribute
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
}
