import { setImmediate as nextTurn } from 'node:timers/promises'
import { Tokenizer } from 'htmlparser2'
import { HtmlReader, type MarkdownPage } from './html-reader.ts'
import { HtmlTokens } from './html-tokens.ts'

/** UTF-16 units read before others get their turn: a few milliseconds at worst. */
const chunkSize = 4 * 1024

export interface HtmlMarkdownOptions {
  /** Where the page is, for links that are relative. */
  readonly url: string
  /** UTF-16 units of text to keep. */
  readonly limit: number
  readonly signal: AbortSignal
}

/**
 * HTML as Markdown: headings, lists, quotations, code, tables as lines, links with complete URLs. Scripts,
 * styles and what is marked as hidden are left out. Takes time in proportion to the length and never
 * holds up the event loop: the tokens of htmlparser2 are read as they come and no tree is built, since
 * every tree builder tried takes minutes for 2 MiB of `<b>`.
 */
export async function htmlToMarkdown(
  html: string,
  { url, limit, signal }: HtmlMarkdownOptions,
): Promise<MarkdownPage> {
  const reader = new HtmlReader({ url, limit })
  const tokenizer = new Tokenizer({ decodeEntities: true }, new HtmlTokens(html, reader))
  for (let at = 0; at < html.length; at += chunkSize) {
    if (at > 0) await nextTurn()
    signal.throwIfAborted()
    tokenizer.write(html.slice(at, at + chunkSize))
  }
  tokenizer.end()
  return reader.page()
}
