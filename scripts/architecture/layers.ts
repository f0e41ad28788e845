import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './imports.ts'

/** The layers of a package, each with every layer that it may import. */
export type Layers = ReadonlyMap<string, readonly string[]>

/** Reads the table below a heading of ARCHITECTURE.md: a layer in its first column, what it imports in its last. */
export function readLayers(heading: string): Layers {
  const page = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')
  const section = page.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? ''
  const table =
    section
      .trim()
      .split('\n\n')
      .find((part) => part.startsWith('| layer |')) ?? ''
  const rows = table.split('\n').slice(2)
  const direct = new Map(
    rows.map((row) => {
      const cells = row.split('|').slice(1, -1)
      return [
        namesIn(cells[0])[0] ?? '',
        { text: cells.at(-1) ?? '', names: namesIn(cells.at(-1)) },
      ]
    }),
  )
  const reach = (layer: string): string[] => {
    const { text = '', names = [] } = direct.get(layer) ?? {}
    if (text.trim() === 'all') return [...direct.keys()].filter((name) => name !== layer)
    return names.flatMap((name) => [name, ...reach(name)])
  }
  return new Map([...direct.keys()].map((layer) => [layer, [...new Set(reach(layer))]]))
}

/** `http` of `packages/server/src/http/app.ts`; undefined for a file beside the layers. */
export function layerOf(file: string, source: string): string | undefined {
  const parts = file.slice(source.length + 1).split('/')
  return parts.length > 1 ? parts[0] : undefined
}

const namesIn = (cell = ''): string[] =>
  [...cell.matchAll(/`([a-z-]+)`/g)].map(([, name]) => name ?? '')
