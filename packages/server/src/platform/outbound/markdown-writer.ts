/** Maximum indentation. Deeper lists are shown at this one. */
const maxIndent = 8
const maxQuoteDepth = 4

/** Writes text, lines and Markdown marks. Keeps the beginning up to the limit, and counts everything. */
export class MarkdownWriter {
  private readonly pieces: string[] = []
  private readonly limit: number
  private kept = 0
  private breaks: 0 | 1 | 2 = 0
  private space = false
  /** `new`: the line is empty. `begun`: its prefix is written. `text`: it has text. */
  private line: 'new' | 'begun' | 'text' = 'new'
  private lineMark = ''
  /** Depth of quotation of the last line. */
  private lastQuoteDepth = 0
  private textMark = ''
  /** UTF-16 units written, whether kept or not. */
  total = 0
  /** Depth of quotation, and of lists, of the next line. */
  quotes = 0
  indent = 0

  /** `limit`: UTF-16 units to keep. */
  constructor(limit: number) {
    this.limit = limit
  }

  /** Whether the limit is reached. */
  get full(): boolean {
    return this.kept >= this.limit
  }

  /** Inline text. White space is collapsed. */
  text(text: string): void {
    const words = text.replace(/[\t\n\f\r ]+/g, ' ')
    if (words.startsWith(' ')) this.space = true
    const trimmed = words.trim()
    if (trimmed === '') return
    this.write(trimmed)
    this.space = words.endsWith(' ')
  }

  /** Preformatted text, line breaks included. */
  verbatim(text: string): void {
    for (const [at, line] of text.split(/\r\n?|\n/).entries()) {
      if (at > 0) this.endLine()
      if (line !== '') this.write(line)
    }
  }

  /** Puts at least `count` line breaks before the next text. */
  gap(count: 1 | 2): void {
    if (this.breaks < count) this.breaks = count
    this.space = false
  }

  /** One more line break. */
  lineBreak(): void {
    this.gap(this.breaks === 0 ? 1 : 2)
  }

  /** Prefix of the next line (`- `, `## `), written with its first text. */
  beginLineWith(mark: string): void {
    this.lineMark = mark
  }

  /** Mark before the next text, written only if text follows. */
  beginTextWith(mark: string): void {
    this.textMark += mark
  }

  /** True when the mark was still pending, because no text came. */
  dropPendingTextMark(mark: string): boolean {
    if (!this.textMark.endsWith(mark)) return false
    this.textMark = this.textMark.slice(0, -mark.length)
    return true
  }

  /** Appends directly to the previous text. */
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
