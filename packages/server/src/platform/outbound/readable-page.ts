import type { WebPage } from '@repertoire/core/ports'
import { decodePage } from './decode-page.ts'
import { htmlToMarkdown } from './html-markdown.ts'
import { outboundProblem } from './outbound-problems.ts'

export interface ReadablePageOptions {
  /** Limit of the text in UTF-16 units. */
  readonly limit: number
  readonly signal: AbortSignal
}

/**
 * A response as text for a model: HTML as Markdown, other text unchanged, truncated at `limit` with a note.
 * Throws ProblemError `outbound.type-unsupported` before the body is read, and what reading it throws.
 */
export async function readablePage(
  response: Response,
  { limit, signal }: ReadablePageOptions,
): Promise<WebPage> {
  const contentType = mediaType(response.headers.get('content-type'))
  const kind = kindOf(contentType)
  if (kind === null) {
    await response.body?.cancel()
    throw unsupported(contentType)
  }
  const bytes = new Uint8Array(await response.arrayBuffer())
  if (kind === 'unknown' && bytes.includes(0)) throw unsupported('application/octet-stream')
  const html = kind === 'html' || (kind === 'unknown' && looksLikeHtml(bytes))
  const declared = response.headers.get('content-type')
  const text = await decodePage(bytes, { contentType: declared, html, signal })
  const { url } = response
  const page = html
    ? await htmlToMarkdown(text, { url, limit, signal })
    : { title: null, text: text.slice(0, limit), totalCharacters: text.length }
  return {
    url,
    title: page.title,
    contentType: contentType || (html ? 'text/html' : 'text/plain'),
    text: withoutLoneSurrogate(page.text),
    truncated: page.totalCharacters > limit,
    totalCharacters: page.totalCharacters,
  }
}

/** In addition to `text/*` and what ends in `+json`, `+xml` or `+yaml`. */
const textMediaTypes: ReadonlySet<string> = new Set(
  [
    ...['json', 'xml', 'xml-dtd', 'javascript', 'ecmascript', 'yaml', 'x-yaml', 'toml', 'sql'],
    ...['x-ndjson', 'ndjson', 'jsonl', 'x-sh', 'graphql', 'x-tex', 'x-subrip', 'markdown'],
  ].map((name) => `application/${name}`),
)

function kindOf(type: string): 'html' | 'text' | 'unknown' | null {
  if (type === '') return 'unknown'
  if (type === 'text/html' || type === 'application/xhtml+xml') return 'html'
  if (type.startsWith('text/') || textMediaTypes.has(type) || /\+(json|xml|yaml)$/.test(type)) {
    return type === 'image/svg+xml' ? null : 'text'
  }
  return null
}

function looksLikeHtml(bytes: Uint8Array): boolean {
  return /^\s*<(!doctype html|html)[\s>]/i.test(new TextDecoder().decode(bytes.subarray(0, 200)))
}

/** Lower-case, without parameters. Empty when it is missing or invalid. */
function mediaType(header: string | null): string {
  const [type = ''] = (header ?? '').toLowerCase().split(/[;,]/)
  return /^[a-z0-9!#$&^_.+-]{1,100}\/[a-z0-9!#$&^_.+-]{1,100}$/.test(type.trim()) ? type.trim() : ''
}

function unsupported(contentType: string) {
  return outboundProblem('outbound.type-unsupported', {
    message: `The page is of type ${contentType}, which cannot be read as text.`,
    hint: 'Look for a page in HTML, Markdown, plain text, JSON or XML.',
    details: { contentType },
  })
}

/** Truncation must not split a surrogate pair. */
function withoutLoneSurrogate(text: string): string {
  return /[\ud800-\udbff]$/.test(text) ? text.slice(0, -1) : text
}
