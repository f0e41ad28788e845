import { posix } from 'node:path'
import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'
import { headingId } from './heading-id.ts'
import type { DocPage, Docs } from './read-docs.ts'

const extensions = { extensions: [gfm()], htmlExtensions: [gfmHtml()] }

/** A page as HTML: headings can be linked, links lead to the served pages. HTML in the text is shown as text. */
export function renderDoc(page: DocPage, docs: Docs): string {
  const used = new Map<string, number>()
  return micromark(page.text, extensions)
    .replaceAll(/<h([1-6])>(.*?)<\/h\1>/g, (_, level: string, inner: string) => {
      const id = unusedId(headingId(inner), used)
      return `<h${level} id="${id}">${inner}</h${level}>`
    })
    .replaceAll(/<a href="([^"]*)">(.*?)<\/a>/gs, (whole, href: string, inner: string) => {
      const address = servedAddress(href, page, docs)
      return address === null ? inner : whole.replace(`"${href}"`, `"${address}"`)
    })
    .replaceAll(/<img src="([^"]*)" alt="([^"]*)"[^>]*>/g, (_, src: string, alt: string) => {
      const address = servedAddress(src, page, docs)
      return address === null ? alt : `<img src="${address}" alt="${alt}" loading="lazy">`
    })
    .replaceAll('<pre>', '<pre tabindex="0">')
    .replaceAll('<table>', '<div class="wide" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>')
}

/** The address under which the server has what a link names; null for what is not part of the documentation. */
function servedAddress(href: string, { path }: DocPage, { pages, pictures }: Docs): string | null {
  if (/^https:\/\//.test(href)) return href
  const [target = '', hash] = href.split('#')
  const fragment = hash === undefined ? '' : `#${hash}`
  if (target === '') return fragment
  const joined = posix.normalize(posix.join(posix.dirname(path), target))
  if (pictures.has(joined)) return `/docs/${joined}`
  const isPage = joined.endsWith('.md') && pages.has(joined.slice(0, -3))
  return isPage ? `/docs/${pagePath(joined.slice(0, -3))}${fragment}` : null
}

/** The list of all pages is at the root. */
function pagePath(path: string): string {
  return path === 'README' ? '' : path
}

function unusedId(id: string, used: Map<string, number>): string {
  const count = used.get(id) ?? 0
  used.set(id, count + 1)
  return count === 0 ? id : `${id}-${count}`
}
