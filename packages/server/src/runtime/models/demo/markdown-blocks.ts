/** A block of Markdown, with its lines as they were written. */
export interface MarkdownBlock {
  readonly kind: 'heading' | 'paragraph' | 'list' | 'fence' | 'code' | 'table'
  readonly lines: readonly string[]
  /** 1 to 6; 0 for all but headings. */
  readonly level: number
}

interface OpenBlock {
  readonly kind: MarkdownBlock['kind']
  readonly lines: string[]
  readonly level: number
}

/** Characters that a heading's line may have; matching is slow on long lines. */
const maxHeadingLength = 500

const heading = /^ {0,3}(#{1,6})[ \t]+(.*?)[ \t]*#*$/
const fence = /^[ \t]*(?:(`{3,})[^`]*|(~{3,}).*)$/
const item = /^ {0,3}(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)/
const indented = /^(?: {4}|\t)/

/** Splits Markdown into its blocks. Comments are left out, and a fence that is never closed is closed. Pure. */
export function blocksOf(markdown: string): readonly MarkdownBlock[] {
  const reader = new BlockReader()
  for (const line of markdown.split(/\r?\n/)) reader.read(line)
  return reader.finish()
}

/** The items of a list, each with the lines that belong to it. */
export function itemsOf({ lines }: MarkdownBlock): readonly string[] {
  const items: string[] = []
  const nested = (lines[0]?.search(/\S/) ?? 0) + 2
  let closing = ''
  for (const line of lines) {
    const starts = closing === '' && item.test(line) && line.search(/\S/) < nested
    closing = fenceAfter(line, closing)
    if (starts || items.length === 0) items.push(line)
    else items.push(`${items.pop()}\n${line}`)
  }
  return items
}

/** True for a line that begins an item of a list. */
export function isItem(line: string): boolean {
  return item.test(line)
}

class BlockReader {
  private readonly blocks: MarkdownBlock[] = []
  private open: OpenBlock | undefined
  /** The marks that close the fence around the next line; empty outside of one. */
  private closing = ''
  private afterBlank = false
  private inComment = false

  read(line: string): void {
    if (this.closing !== '') this.continueFence(line)
    else if (this.inComment || line.startsWith('<!--')) this.inComment = !line.includes('-->')
    else if (line.trim() === '') this.afterBlank = true
    else this.readText(line)
  }

  finish(): readonly MarkdownBlock[] {
    if (this.closing !== '') this.open?.lines.push(this.fenceIndent() + this.closing)
    this.end()
    return this.blocks
  }

  private readText(line: string): void {
    const wasBlank = this.afterBlank
    this.afterBlank = false
    if (this.belongsToList(line, wasBlank)) this.continueList(line, wasBlank)
    else if (opensFence(line)) this.begin('fence', line)
    else if (this.readHeading(line, wasBlank)) return
    else if (item.test(line)) this.begin('list', line)
    else if (this.open?.kind === 'code' && indented.test(line)) this.continueCode(line, wasBlank)
    else if (indented.test(line) && (wasBlank || this.open?.kind !== 'paragraph'))
      this.begin('code', line)
    else if (isDelimiterRow(line) && this.beginTable(line, wasBlank)) return
    else if (!wasBlank && (this.open?.kind === 'table' || this.open?.kind === 'paragraph'))
      this.open.lines.push(line)
    else this.begin('paragraph', line)
  }

  private begin(kind: MarkdownBlock['kind'], line: string): void {
    this.end()
    this.open = { kind, lines: [line], level: 0 }
    if (kind === 'fence' || kind === 'list') this.closing = fenceAfter(line, '')
  }

  private end(): void {
    if (this.open) this.blocks.push(this.open)
    this.open = undefined
  }

  private continueFence(line: string): void {
    this.open?.lines.push(line)
    this.closing = fenceAfter(line, this.closing)
    if (this.closing === '' && this.open?.kind === 'fence') this.end()
  }

  /** An item, a line below one, or a lazily wrapped one. */
  private belongsToList(line: string, wasBlank: boolean): boolean {
    if (this.open?.kind !== 'list') return false
    if (item.test(line) || /^(?: {2}|\t)/.test(line)) return true
    return !wasBlank && !opensFence(line) && !/^ {0,3}#{1,6}[ \t]/.test(line)
  }

  private continueList(line: string, wasBlank: boolean): void {
    this.open?.lines.push(...(wasBlank ? [''] : []), line)
    this.closing = fenceAfter(line, '')
  }

  private continueCode(line: string, wasBlank: boolean): void {
    this.open?.lines.push(...(wasBlank ? [''] : []), line)
  }

  private readHeading(line: string, wasBlank: boolean): boolean {
    if (isHeading(line)) {
      const [, marks = '', text = ''] = heading.exec(line) ?? []
      this.end()
      this.blocks.push({ kind: 'heading', lines: [text], level: marks.length })
      return true
    }
    const underlined = !wasBlank && /^ {0,3}(?:=+|-+)[ \t]*$/.test(line)
    if (!underlined || this.open?.kind !== 'paragraph' || this.open.lines.length !== 1) return false
    const level = line.includes('=') ? 1 : 2
    this.blocks.push({ kind: 'heading', lines: [(this.open.lines[0] ?? '').trim()], level })
    this.open = undefined
    return true
  }

  /** The line above the delimiter row is the head of the table. */
  private beginTable(line: string, wasBlank: boolean): boolean {
    if (wasBlank || this.open?.kind !== 'paragraph') return false
    const head = this.open.lines.pop() ?? ''
    if (this.open.lines.length === 0) this.open = undefined
    this.begin('table', head)
    this.open?.lines.push(line)
    return true
  }

  private fenceIndent(): string {
    const opening = this.open?.lines.findLast((line) => fence.test(line)) ?? ''
    return /^[ \t]*/.exec(opening)?.[0] ?? ''
  }
}

function isHeading(line: string): boolean {
  return line.length <= maxHeadingLength && heading.test(line)
}

/** Further indented it is code. */
function opensFence(line: string): boolean {
  return !indented.test(line) && fence.test(line)
}

function isDelimiterRow(line: string): boolean {
  return line.includes('|') && line.includes('-') && /^[\s|:-]+$/.test(line)
}

/** The marks that close the fence after this line: those it opens, or those still open. */
function fenceAfter(line: string, closing: string): string {
  const inItem = line.replace(item, '')
  if (closing === '') {
    const [, backticks, tildes] = fence.exec(inItem) ?? []
    return backticks ?? tildes ?? ''
  }
  const marks = line.trim()
  const closes = marks.length >= closing.length && marks === closing[0]?.repeat(marks.length)
  return closes ? '' : closing
}
