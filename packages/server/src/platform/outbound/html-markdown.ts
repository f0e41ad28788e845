import { setImmediate as nextTurn } from 'node:timers/promises'
import { Tokenizer } from 'htmlparser2'
import { HtmlReader, type MarkdownPage } from './html-reader.ts'
import { HtmlTokens } from './html-tokens.ts'

/** UTF-16 units that are parsed before the event loop gets a turn: a few milliseconds at worst. */
const chunkSize = 4 * 1024

export interface HtmlMarkdownOptions {
  /** Base URL of relative links. */
  readonly url: string
  /** UTF-16 units of text to keep. */
  readonly limit: number
  readonly signal: AbortSignal
}

/**
 * Converts HTML to Markdown: headings, lists, quotations, code, tables as lines, links with absolute URLs.
 * Scripts, styles and hidden elements are skipped. Takes linear time and does not block the event loop:
 * htmlparser2's tokens are streamed without building a tree, because every tree builder that was tried takes
 * minutes for 2 MiB of `<b>`.
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
