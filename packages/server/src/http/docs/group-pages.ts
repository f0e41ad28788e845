/** Pages under one heading of the list in `README.md`. */
export interface DocGroup {
  readonly title: string
  readonly pages: readonly { readonly path: string; readonly title: string }[]
}

const pageLink = /^- \[([^\]]+)\]\(([\w/-]+)\.md\)/gm

/** The groups of the list in `README.md`: a heading of the second level, then links to pages. Pure. */
export function groupPages(list: string): readonly DocGroup[] {
  return list
    .split(/^## /m)
    .slice(1)
    .map((section) => ({
      title: section.slice(0, section.indexOf('\n')).trim(),
      pages: [...section.matchAll(pageLink)].map(([, title = '', path = '']) => ({ title, path })),
    }))
    .filter(({ pages }) => pages.length > 0)
}
