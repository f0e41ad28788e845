import { escapeHtml } from '../../platform/system/escape-html.ts'
import { docsStyle } from './docs-style.ts'
import type { DocGroup } from './group-pages.ts'

export interface DocsLayout {
  readonly title: string
  /** Path of the open page; null for the search. */
  readonly open: string | null
  /** What was searched for. */
  readonly query: string
  readonly groups: readonly DocGroup[]
  /** HTML. */
  readonly content: string
}

/** A whole page: no scripts, nothing from elsewhere, light and dark. */
export function layoutDocs({ title, open, query, groups, content }: DocsLayout): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)} · Repertoire</title>
<style>${docsStyle}</style>
</head>
<body>
<a class="skip" href="#content">Skip to the text</a>
<header>
<a class="home" href="/docs">Repertoire docs</a>
<form action="/docs/search" role="search"><input type="search" name="q" value="${escapeHtml(query)}" maxlength="100" placeholder="Search the docs" aria-label="Search the docs"></form>
<a class="list" href="#pages">All pages</a>
<a href="/">Open the page</a>
</header>
<div class="columns">
<nav id="pages" aria-label="Pages">${groups.map((group) => navigation(group, open)).join('')}</nav>
<main id="content" tabindex="-1">${content}</main>
</div>
</body>
</html>
`
}

function navigation({ title, pages }: DocGroup, open: string | null): string {
  const items = pages
    .map(({ path, title: name }) => {
      const current = path === open ? ' aria-current="page"' : ''
      return `<li><a href="/docs/${path}"${current}>${escapeHtml(name)}</a></li>`
    })
    .join('')
  return `<h2>${escapeHtml(title)}</h2><ul>${items}</ul>`
}
