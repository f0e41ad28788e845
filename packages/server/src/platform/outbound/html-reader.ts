import { toAbsoluteUrl } from './absolute-url.ts'
import { type HiddenElement, trackHiddenElement } from './hidden-element.ts'
import { type Attributes, blockElements, isHidden, voidElements } from './html-elements.ts'
import type { HtmlEvents } from './html-tokens.ts'
import { MarkdownWriter } from './markdown-writer.ts'

export interface MarkdownPage {
  readonly title: string | null
  /** At most as long as the limit. */
  readonly text: string
  /** UTF-16 units of the whole text. Links beyond the limit are not counted. */
  readonly totalCharacters: number
}

/** UTF-16 units. */
const maxTitleLength = 300

/** Reads tags and text and writes Markdown. Keeps counters for open elements, never a tree. */
export class HtmlReader implements HtmlEvents {
  private readonly writer: MarkdownWriter
  private base: string
  private baseSeen = false
  private title: string | null = null
  private inTitle = false
  private hidden: HiddenElement | null = null
  private preformatted = 0
  private freshPre = false
  private code = 0
  private link: string | null = null
  private readonly lists: { ordered: boolean; next: number }[] = []
  private rowBegun = false

  constructor({ url, limit }: { readonly url: string; readonly limit: number }) {
    this.base = url
    this.writer = new MarkdownWriter(limit)
  }

  page(): MarkdownPage {
    this.endLink()
    const title = this.title?.replace(/\s+/g, ' ').trim().slice(0, maxTitleLength) ?? ''
    return {
      title: title === '' ? null : title,
      text: this.writer.result(),
      totalCharacters: this.writer.total,
    }
  }

  text(text: string): void {
    if (this.hidden) return
    if (this.inTitle) {
      if (this.title !== null && this.title.length < maxTitleLength) this.title += text
    } else if (this.preformatted > 0) {
      this.writer.verbatim(this.freshPre ? text.replace(/^\r?\n/, '') : text)
      this.freshPre = false
    } else {
      this.writer.text(text)
    }
  }

  open(name: string, attributes: Attributes): void {
    if (this.hidden) {
      if (!this.hidden.endsBeforeOpening(name)) return
      this.hidden = null
    }
    if (!voidElements.has(name) && isHidden(name, attributes)) {
      this.hidden = trackHiddenElement(name)
      return
    }
    const gap = blockElements(name)
    if (gap) this.writer.gap(name.startsWith('h') || this.lists.length === 0 ? gap : 1)
    this.begin(name, attributes)
  }

  private begin(name: string, attributes: Attributes): void {
    if (name === 'a') this.beginLink(attributes)
    else if (name === 'base') this.rebase(attributes)
    else if (name === 'ul' || name === 'ol') this.beginList(name, attributes)
    else if (name === 'img') this.showImage(attributes)
    else this.beginPlain(name)
  }

  /** Elements whose attributes do not matter. */
  private beginPlain(name: string): void {
    const { writer } = this
    switch (name) {
      case 'title':
        this.inTitle = true
        this.title ??= ''
        break
      case 'br':
        if (this.preformatted > 0) writer.verbatim('\n')
        else writer.lineBreak()
        break
      case 'hr':
        writer.text('---')
        writer.gap(1)
        break
      case 'li':
        this.beginItem()
        break
      case 'tr':
        this.rowBegun = false
        break
      case 'td':
      case 'th':
        if (this.rowBegun) writer.text(' | ')
        this.rowBegun = true
        break
      case 'blockquote':
        writer.quotes += 1
        break
      case 'pre':
        this.beginPre()
        break
      case 'code':
        this.beginCode()
        break
      default:
        if (/^h[1-6]$/.test(name)) writer.beginLineWith(`${'#'.repeat(Number(name[1]))} `)
    }
  }

  close(name: string): void {
    if (this.hidden) {
      if (this.hidden.endsAtClosing(name)) this.hidden = null
      return
    }
    const { writer } = this
    const gap = blockElements(name)
    if (gap !== undefined && name !== 'pre') {
      writer.beginLineWith('')
      writer.gap(this.lists.length > 0 ? 1 : gap)
    }
    switch (name) {
      case 'title':
        this.inTitle = false
        break
      case 'a':
        this.endLink()
        break
      case 'ul':
      case 'ol':
        this.lists.pop()
        writer.indent = this.lists.length
        break
      case 'blockquote':
        writer.quotes = Math.max(0, writer.quotes - 1)
        break
      case 'pre':
        this.endPre()
        break
      case 'code':
        this.endCode()
    }
  }

  private showImage({ alt = '' }: Attributes): void {
    if (alt.trim() !== '') this.writer.text(`[image: ${alt.trim()}]`)
  }

  private rebase({ href }: Attributes): void {
    if (this.baseSeen || href === undefined) return
    this.baseSeen = true
    this.base = toAbsoluteUrl(href, this.base) ?? this.base
  }

  private beginLink({ href }: Attributes): void {
    this.endLink()
    if (href === undefined || href.trim().startsWith('#') || this.preformatted > 0) return
    this.link = this.writer.full ? null : toAbsoluteUrl(href, this.base)
    if (this.link !== null) this.writer.beginTextWith('[')
  }

  private endLink(): void {
    if (this.link === null) return
    if (!this.writer.dropPendingTextMark('[')) this.writer.append(`](${this.link})`)
    this.link = null
  }

  private beginList(name: 'ul' | 'ol', { start }: Attributes): void {
    const next = /^\d{1,6}$/.test(start ?? '') ? Number(start) : 1
    this.lists.push({ ordered: name === 'ol', next })
    this.writer.indent = this.lists.length
  }

  private beginItem(): void {
    const list = this.lists.at(-1)
    this.writer.beginLineWith(list?.ordered ? `${list.next}. ` : '- ')
    if (list) list.next += 1
  }

  private beginCode(): void {
    if (this.preformatted > 0) return
    this.code += 1
    if (this.code === 1) this.writer.beginTextWith('`')
  }

  private endCode(): void {
    if (this.preformatted > 0 || this.code === 0) return
    this.code -= 1
    if (this.code === 0 && !this.writer.dropPendingTextMark('`')) this.writer.append('`')
  }

  private beginPre(): void {
    this.endLink()
    this.preformatted += 1
    if (this.preformatted > 1) return
    this.writer.verbatim('```')
    this.writer.gap(1)
    this.freshPre = true
  }

  private endPre(): void {
    if (this.preformatted === 0) return
    this.preformatted -= 1
    if (this.preformatted > 0) return
    this.writer.gap(1)
    this.writer.verbatim('```')
    this.writer.gap(2)
  }
}
