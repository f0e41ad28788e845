import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  findCycles,
  grouped,
  importGraph,
  isTest,
  root,
  sourceFiles,
} from './architecture/imports.ts'
import { layerOf, readLayers } from './architecture/layers.ts'

/** The packages whose folders are layers, each with its table in ARCHITECTURE.md and the files beside the layers. */
const layered = {
  core: { heading: 'The layers of core', beside: ['index.ts'] },
  server: {
    heading: 'The layers of the server',
    beside: [
      'banner.ts',
      'embed.ts',
      'index.ts',
      'main.ts',
      'serve.ts',
      'start-server.ts',
      'start-worker.ts',
    ],
  },
  console: { heading: 'The layers of the page', beside: ['main.tsx', 'test-setup.ts'] },
} as const

const packages = readdirSync(join(root, 'packages'))

/** What only tests use lies beside them, and may use everything. */
const isFixture = (file: string) => /\/src\/.+\/testing\//.test(file)

const graphOf = (source: string) =>
  importGraph(sourceFiles(source).filter((file) => !isTest(file) && !isFixture(file)))

describe.each(Object.entries(layered))('the layers of %s', (name, { heading, beside }) => {
  const source = `packages/${name}/src`
  const graph = graphOf(source)
  const layers = readLayers(heading)

  it('are all in the table, and nothing else is', () => {
    const files = [...graph.keys()]
    const found = new Set(files.flatMap((file) => layerOf(file, source) ?? []))
    expect([...found].sort()).toEqual([...layers.keys()].sort())
    const others = files.filter((file) => layerOf(file, source) === undefined)
    expect(others.sort()).toEqual(beside.map((file) => `${source}/${file}`))
  })

  it('import only what the table says', () => {
    const wrong = [...graph].flatMap(([file, targets]) => {
      const layer = layerOf(file, source)
      if (layer === undefined) return []
      const allowed = [layer, ...(layers.get(layer) ?? [])]
      return [...targets]
        .filter((target) => !allowed.includes(layerOf(target, source) ?? ''))
        .map((target) => `${file} imports ${target}`)
    })
    expect(wrong).toEqual([])
  })

  it('are in a strict order', () => {
    const order = new Map([...layers].map(([from, to]) => [from, new Set(to)]))
    expect(findCycles(order)).toEqual([])
  })
})

describe('folders that lie side by side', () => {
  it.each(packages)('%s: do not import each other in a circle', (name) => {
    const source = `packages/${name}/src`
    const depth = name in layered ? 2 : 1
    const folderOf = (file: string): string | undefined => {
      const folders = file
        .slice(source.length + 1)
        .split('/')
        .slice(0, -1)
      return folders.length >= depth ? folders.slice(0, depth).join('/') : undefined
    }
    expect(findCycles(grouped(graphOf(source), folderOf))).toEqual([])
  })
})
