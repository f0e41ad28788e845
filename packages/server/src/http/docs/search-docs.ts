import MiniSearch from 'minisearch'
import { headingId } from './heading-id.ts'
import type { Docs } from './read-docs.ts'

/** A section of a page that fits a search. */
export interface DocHit {
  readonly page: string
  readonly heading: string
  /** Address with the section's anchor. */
  readonly address: string
  /** The first words of the section. */
  readonly excerpt: string
}

export type SearchDocs = (query: string) => readonly DocHit[]

const maxHits = 20
const excerptLength = 200

/** An index over the sections of all pages. */
export function indexDocs({ pages }: Docs): SearchDocs {
  const sections = [...pages.values()]
    .filter(({ path }) => path !== 'README')
    .flatMap(({ path, title, text }) =>
      sectionsOf(text).map(({ heading, body }) => ({
        id: `${path}#${headingId(heading)}`,
        ...{ path, page: title, heading, body },
      })),
    )
  const byId = new Map(sections.map((section) => [section.id, section]))
  const index = new MiniSearch({
    fields: ['page', 'heading', 'body'],
    searchOptions: {
      boost: { heading: 4, page: 2 },
      prefix: true,
      fuzzy: 0.15,
      combineWith: 'AND',
    },
  })
  index.addAll([...byId.values()])
  return (query) =>
    index
      .search(query)
      .slice(0, maxHits)
      .flatMap(({ id }) => {
        const found = byId.get(id)
        if (!found) return []
        const { page, heading, body } = found
        return [{ page, heading, address: `/docs/${id}`, excerpt: excerptOf(body) }]
      })
}

function sectionsOf(text: string): readonly { heading: string; body: string }[] {
  return text
    .split(/^#{1,3} /m)
    .slice(1)
    .map((section) => {
      const end = section.indexOf('\n')
      return end < 0
        ? { heading: section, body: '' }
        : { heading: section.slice(0, end), body: section.slice(end) }
    })
    .map(({ heading, body }) => ({ heading: plain(heading), body: plain(body) }))
}

function excerptOf(body: string): string {
  return body.length <= excerptLength
    ? body
    : `${body.slice(0, body.lastIndexOf(' ', excerptLength))} …`
}

/** Markdown without its marks. */
function plain(text: string): string {
  return text
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*|>]|^- |-{3,}/gm, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
