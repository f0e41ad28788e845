/** Indentations that are shown; deeper ones look like the deepest. */
const maxIndent = 8
const maxQuoteDepth = 4

/** Puts text, lines and marks together. Keeps the beginning only, and counts everything. */
export class MarkdownWriter {
  private readonly pieces: string[] = []
  private readonly limit: number
  private kept = 0
  private breaks: 0 | 1 | 2 = 0
  private space = false
  /** `new`: nothing is on this line. `begun`: what a line begins with is. `text`: there is text. */
  private line: 'new' | 'begun' | 'text' = 'new'
  private lineMark = ''
  /** How deep in quotations the last line was. */
  private lastQuoteDepth = 0
  private textMark = ''
  /** UTF-16 units written, kept or not. */
  total = 0
  /** How deep in quotations and lists the next line is. */
  quotes = 0
  indent = 0

  /** `limit`: UTF-16 units to keep. */
  constructor(limit: number) {
    this.limit = limit
  }

  /** Whether nothing more is kept, only counted. */
  get full(): boolean {
    return this.kept >= this.limit
  }

  /** Text of a line; runs of white space are one space. */
  text(text: string): void {
    const words = text.replace(/[\t\n\f\r ]+/g, ' ')
    if (words.startsWith(' ')) this.space = true
    const trimmed = words.trim()
    if (trimmed === '') return
    this.write(trimmed)
    this.space = words.endsWith(' ')
  }

  /** Text as it stands, line breaks and all. */
  verbatim(text: string): void {
    for (const [at, line] of text.split(/\r\n?|\n/).entries()) {
      if (at > 0) this.endLine()
      if (line !== '') this.write(line)
    }
  }

  /** The next text stands at least `count` line breaks below. */
  gap(count: 1 | 2): void {
    if (this.breaks < count) this.breaks = count
    this.space = false
  }

  /** One line break more than there is. */
  lineBreak(): void {
    this.gap(this.breaks === 0 ? 1 : 2)
  }

  /** What the next line begins with (`- `, `## `), should there be text on it before the mark is taken back. */
  beginLineWith(mark: string): void {
    this.lineMark = mark
  }

  /** What is glued to the next text, should there be any before it is taken back. */
  beginTextWith(mark: string): void {
    this.textMark += mark
  }

  /** True when the mark had not been written, because no text came. */
  dropPendingTextMark(mark: string): boolean {
    if (!this.textMark.endsWith(mark)) return false
    this.textMark = this.textMark.slice(0, -mark.length)
    return true
  }

  /** Glued to the text before. */
  append(mark: string): void {
    this.put(mark)
  }

  result(): string {
    return this.pieces.join('').trimEnd()
  }

  private write(text: string): void {
    this.flushBreaks()
    if (this.line === 'new') this.beginLine()
    if (this.space && this.line === 'text') this.put(' ')
    this.space = false
    if (this.textMark !== '') this.put(this.textMark)
    this.textMark = ''
    this.put(text)
    this.line = 'text'
  }

  private endLine(): void {
    this.flushBreaks()
    this.put('\n')
    this.line = 'new'
    this.space = false
  }

  private flushBreaks(): void {
    if (this.breaks > 0 && this.total > 0) {
      this.put(
        this.breaks === 1
          ? '\n'
          : `\n${quoteMarks(Math.min(this.quotes, this.lastQuoteDepth)).trimEnd()}\n`,
      )
      this.line = 'new'
    }
    this.breaks = 0
  }

  private beginLine(): void {
    const listMark = this.lineMark !== '' && this.indent > 0
    const depth = Math.min(listMark ? this.indent - 1 : this.indent, maxIndent)
    const start = quoteMarks(this.quotes) + '  '.repeat(depth) + this.lineMark
    this.lineMark = ''
    this.lastQuoteDepth = this.quotes
    if (start !== '') this.put(start)
    this.line = 'begun'
  }

  private put(text: string): void {
    this.total += text.length
    if (this.full) return
    const piece = text.slice(0, this.limit - this.kept)
    this.kept += piece.length
    this.pieces.push(piece)
  }
}

function quoteMarks(depth: number): string {
  return '> '.repeat(Math.min(depth, maxQuoteDepth))
}
