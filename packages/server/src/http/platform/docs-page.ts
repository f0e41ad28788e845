import { type ApiRoute, allRoutes, type OpenApiDocument } from '@repertoire/protocol'
import { escapeHtml } from '../../platform/system/escape-html.ts'

/** The API reference as one HTML page: no scripts, no external resources, light and dark. */
export function renderDocs(document: OpenApiDocument): string {
  const groups = Map.groupBy(allRoutes, (route) => route.tag)
  const index = [...groups.keys()]
    .map((tag) => `<a href="#${anchor(tag)}">${escapeHtml(tag)}</a>`)
    .join('')
  const sections = [...groups].map(([tag, routes]) => section(tag, routes, document)).join('')
  const schemas = Object.entries(document.components?.schemas ?? {})
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, schema]) => schemaBlock(name, schema))
    .join('')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(document.info.title)} API</title>
<style>${style}</style>
</head>
<body>
<header><h1>${escapeHtml(document.info.title)} API</h1>
<p>${escapeHtml(document.info.description ?? '')}</p>
<p>Send <code>Authorization: Bearer &lt;API key&gt;</code>. For programs: <a href="openapi.json">openapi.json</a> (OpenAPI 3.1).</p>
<nav aria-label="Sections">${index}<a href="#schemas">Schemas</a></nav></header>
<main>${sections}<section id="schemas"><h2>Schemas</h2>${schemas}</section></main>
</body>
</html>
`
}

function section(tag: string, routes: readonly ApiRoute[], document: OpenApiDocument): string {
  const items = routes.map((route) => operation(route, document)).join('')
  return `<section id="${anchor(tag)}"><h2>${escapeHtml(tag)}</h2>${items}</section>`
}

interface Operation {
  readonly parameters?: readonly {
    name: string
    in: string
    required?: boolean
    description?: string
    schema?: unknown
  }[]
  readonly requestBody?: { content: Record<string, { schema: unknown }> }
  readonly responses: Readonly<
    Record<string, { description: string; content?: Record<string, { schema: unknown }> }>
  >
}

function operation(route: ApiRoute, document: OpenApiDocument): string {
  const paths = document.paths as unknown as Record<string, Record<string, Operation>>
  const described = paths[route.path]?.[route.method]
  if (!described) return ''
  const needs =
    route.access === 'public'
      ? 'no credential'
      : route.access === 'authenticated'
        ? 'any credential'
        : route.access
  const body = Object.entries(described.requestBody?.content ?? {})
    .map(mediaType)
    .join(', ')
  return `<article id="${route.operationId}">
<h3><span class="method ${route.method}">${route.method.toUpperCase()}</span> <code>${escapeHtml(route.path)}</code></h3>
<p>${escapeHtml(route.summary)}${route.description ? `. ${escapeHtml(route.description)}` : ''}</p>
<p class="needs">Needs: ${escapeHtml(needs)}</p>
${parameters(described)}
${body ? `<p>Body: ${body}</p>` : ''}
<table><thead><tr><th scope="col">Status</th><th scope="col">Meaning</th><th scope="col">Body</th></tr></thead><tbody>${responses(described)}</tbody></table>
</article>`
}

function parameters({ parameters: list = [] }: Operation): string {
  if (list.length === 0) return ''
  const rows = list.map(
    (one) =>
      `<tr><td><code>${escapeHtml(one.name)}</code>${one.required ? ' <small>required</small>' : ''}</td><td>${escapeHtml(one.in)}</td><td>${typeName(one.schema)}</td><td>${escapeHtml(one.description ?? '')}</td></tr>`,
  )
  return `<table><thead><tr><th scope="col">Parameter</th><th scope="col">In</th><th scope="col">Type</th><th scope="col">Meaning</th></tr></thead><tbody>${rows.join('')}</tbody></table>`
}

function responses(described: Operation): string {
  return Object.entries(described.responses)
    .map(([status, response]) => {
      const bodies = Object.entries(response.content ?? {}).map(mediaType)
      return `<tr><td>${status}</td><td>${escapeHtml(response.description)}</td><td>${bodies.join(', ')}</td></tr>`
    })
    .join('')
}

function mediaType([type, { schema }]: [string, { schema: unknown }]): string {
  return type === 'application/json' ? typeName(schema) : `<code>${escapeHtml(type)}</code>`
}

/** A short name for a schema: its component, its type, or its choices. */
function typeName(schema: unknown): string {
  if (typeof schema !== 'object' || schema === null) return ''
  const { $ref, type, enum: choices, items } = schema as Record<string, unknown>
  if (typeof $ref === 'string') {
    const name = $ref.split('/').at(-1) ?? ''
    return `<a href="#schema-${escapeHtml(name)}">${escapeHtml(name)}</a>`
  }
  if (Array.isArray(choices))
    return choices.map((one) => `<code>${escapeHtml(String(one))}</code>`).join(' | ')
  if (type === 'array') return `list of ${typeName(items) || 'values'}`
  return escapeHtml(Array.isArray(type) ? type.join(' | ') : String(type ?? 'value'))
}

function schemaBlock(name: string, schema: unknown): string {
  const json = escapeHtml(JSON.stringify(schema, null, 2))
  return `<details id="schema-${escapeHtml(name)}"><summary>${escapeHtml(name)}</summary><pre tabindex="0">${json}</pre></details>`
}

function anchor(tag: string): string {
  return tag.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
}

const style = `
:root { color-scheme: light dark; --line: light-dark(#d8d8de, #3a3a44); --quiet: light-dark(#5b5b66, #a9a9b6); --link: light-dark(#1d4ed8, #9db7ff); }
body { font: 16px/1.55 system-ui, sans-serif; max-width: 62rem; margin: 0 auto; padding: 2rem 1.25rem 6rem; background: light-dark(#fff, #17171c); color: light-dark(#1b1b20, #ececf1); }
a { color: var(--link); }
nav { display: flex; flex-wrap: wrap; gap: .25rem 1rem; padding: .75rem 0; border-block: 1px solid var(--line); }
nav a { padding: .25rem 0; }
h2 { margin-top: 3rem; }
article { border-top: 1px solid var(--line); padding: 1rem 0; }
h3 { font-size: 1rem; margin: 0; overflow-wrap: anywhere; }
.method { display: inline-block; min-width: 4.2rem; font-weight: 700; font-size: .8rem; letter-spacing: .04em; }
.needs { color: var(--quiet); font-size: .875rem; }
code, pre { font: .875em/1.5 ui-monospace, monospace; }
pre { overflow-x: auto; border: 1px solid var(--line); padding: .75rem; border-radius: 6px; }
table { width: 100%; border-collapse: collapse; font-size: .875rem; margin: .5rem 0; }
th, td { text-align: left; vertical-align: top; padding: .3rem .75rem .3rem 0; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
th { color: var(--quiet); font-weight: 600; }
summary { cursor: pointer; padding: .35rem 0; }
`
