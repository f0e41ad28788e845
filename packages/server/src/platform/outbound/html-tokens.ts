import type { TokenizerCallbacks } from 'htmlparser2'
import { type Attributes, relevantAttributes } from './html-elements.ts'

/** The events of a page, in order. Names are lower-case. */
export interface HtmlEvents {
  open(name: string, attributes: Attributes): void
  close(name: string): void
  text(text: string): void
}

/** UTF-16 units. Longer names and values are ignored. */
const maxNameLength = 40
const maxValueLength = 4096

const ignore = (): void => undefined

/** Combines the tokenizer's callbacks into tags, with their relevant attributes, and text. */
export class HtmlTokens implements TokenizerCallbacks {
  private readonly html: string
  private readonly events: HtmlEvents
  private tag = ''
  private attributes: Record<string, string> = {}
  private attribute = ''
  private value = ''

  /** `html` is the tokenizer's whole input, because its callbacks get positions. */
  constructor(html: string, events: HtmlEvents) {
    this.html = html
    this.events = events
  }

  ontext(start: number, end: number): void {
    this.events.text(this.html.slice(start, end))
  }

  ontextentity(codepoint: number): void {
    this.events.text(String.fromCodePoint(codepoint))
  }

  onopentagname(start: number, end: number): void {
    this.tag = this.name(start, end)
    this.attributes = {}
  }

  onattribname(start: number, end: number): void {
    this.attribute = this.name(start, end)
    this.value = ''
  }

  onattribdata(start: number, end: number): void {
    if (this.value.length + end - start <= maxValueLength) this.value += this.html.slice(start, end)
    else this.attribute = ''
  }

  onattribentity(codepoint: number): void {
    if (this.value.length < maxValueLength) this.value += String.fromCodePoint(codepoint)
    else this.attribute = ''
  }

  onattribend(): void {
    if (relevantAttributes.has(this.attribute)) this.attributes[this.attribute] ??= this.value
    this.value = ''
  }

  onopentagend(): void {
    this.events.open(this.tag, this.attributes)
  }

  /** HTML ignores the slash of a self-closing tag. */
  onselfclosingtag(): void {
    this.onopentagend()
  }

  onclosetag(start: number, end: number): void {
    this.events.close(this.name(start, end))
  }

  /** Ignored. */
  readonly oncdata = ignore
  readonly oncomment = ignore
  readonly ondeclaration = ignore
  readonly onprocessinginstruction = ignore
  readonly onend = ignore

  private name(start: number, end: number): string {
    return this.html.slice(start, Math.min(end, start + maxNameLength)).toLowerCase()
  }
}
