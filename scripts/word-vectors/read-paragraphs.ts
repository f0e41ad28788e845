import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

/** The paragraphs of all documentation below a folder: pages, Markdown, comments of declarations, descriptions of APIs. */
export function* readParagraphs(folder: string): Generator<string> {
  const entries = readdirSync(folder, { withFileTypes: true })
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* readParagraphs(path)
    else if (entry.isFile()) yield* paragraphsOf(textOf(path))
  }
}

function textOf(path: string): string {
  if (/\.html?$/.test(path)) return withoutMarkup(readFileSync(path, 'utf8'))
  if (path.endsWith('.d.ts')) return commentsOf(readFileSync(path, 'utf8'))
  if (/\.(md|mdx|rst)$/.test(path)) return withoutCode(readFileSync(path, 'utf8'))
  if (path.endsWith('.py')) return docstringsOf(readFileSync(path, 'utf8'))
  if (path.endsWith('service-2.json.gz'))
    return documentationOf(gunzipSync(readFileSync(path)).toString())
  if (/wordnet\/data\.\w+$/.test(path)) return meaningsOf(readFileSync(path, 'utf8'))
  return ''
}

function* paragraphsOf(text: string): Generator<string> {
  for (const part of text.split(/\n\s*\n|(?<=[.!?])\s+(?=[A-Z])/)) {
    const paragraph = part.replaceAll(/\s+/g, ' ').trim()
    if (paragraph.length >= 25 && paragraph.length <= 3_000) yield paragraph
  }
}

const characters: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' }
const hidden = /<(script|style|pre|nav|head)\b[\s\S]*?<\/\1>/gi
const block = /<\/?(p|li|div|td|th|tr|h\d|dt|dd|br|section|article|ul|ol|table)\b[^>]*>/gi

function withoutMarkup(html: string): string {
  return html
    .replaceAll(hidden, '\n\n')
    .replaceAll(block, '\n\n')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/&(\w+);/g, (_, name: string) => characters[name] ?? ' ')
}

function commentsOf(declarations: string): string {
  const comments = [...declarations.matchAll(/\/\*\*([\s\S]*?)\*\//g)]
  return comments.map(([, text = '']) => text.replaceAll(/^\s*\*\s?/gm, '')).join('\n\n')
}

function docstringsOf(python: string): string {
  return [...python.matchAll(/"""([\s\S]*?)"""/g)].map(([, text]) => text).join('\n\n')
}

function withoutCode(markdown: string): string {
  return markdown
    .replaceAll(/```[\s\S]*?```/g, '\n\n')
    .replaceAll(/\]\([^)]*\)/g, ' ')
    .replaceAll(/<[^>]+>/g, ' ')
}

function documentationOf(json: string): string {
  const texts: string[] = []
  JSON.parse(json, (key, value) => {
    if (key === 'documentation' && typeof value === 'string') texts.push(withoutMarkup(value))
    return value
  })
  return texts.join('\n\n')
}

/** Words of one meaning before and after what they mean, so that they stand near each other. */
function meaningsOf(data: string): string {
  const meanings = [...data.matchAll(/^\d{8} \d\d \w [0-9a-f]{2} (.*?) \d{3} .*\| (.*)$/gm)]
  return meanings
    .map(([, fields = '', gloss]) => {
      const words = fields.split(' ').filter((_, at) => at % 2 === 0)
      const list = words.join(' ').replaceAll('_', ' ')
      return `${list} ${gloss} ${list}`
    })
    .join('\n\n')
}
