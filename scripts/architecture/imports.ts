import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

export const root = join(import.meta.dirname, '../..')

/** Source files below a folder, as paths from the root. */
export function sourceFiles(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(
      (path) => /\.(ts|tsx|mjs)$/.test(path) && !/(^|\/)(dist|node_modules|generated)\//.test(path),
    )
    .map((path) => join(folder, path))
}

export const isTest = (file: string): boolean => /\.(test|contract)\.tsx?$/.test(file)

/** Import specifiers of a file, as written. Type-only imports, re-exports and `import('…')` count, too. */
export function importsOf(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8')
  const pattern =
    /(?:^|\n)\s*(?:import|export)\b[^'"]*?from\s*['"]([^'"]+)['"]|(?:^|\n)\s*import\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/g
  return [...text.matchAll(pattern)].map((match) => match[1] ?? match[2] ?? match[3] ?? '')
}

/** The targets of each node. */
export type Graph = ReadonlyMap<string, ReadonlySet<string>>

/** The imports among these files. */
export function importGraph(files: readonly string[]): Graph {
  const known = new Set(files)
  return new Map(
    files.map((file) => {
      const targets = importsOf(file)
        .filter((specifier) => specifier.startsWith('.'))
        .map((specifier) => sourceOf(join(dirname(file), specifier)))
      return [file, new Set(targets.filter((target) => known.has(target)))]
    }),
  )
}

/** The source file of a path, which may name the compiled file. */
function sourceOf(path: string): string {
  return existsSync(join(root, path)) ? path : path.replace(/\.js$/, '.ts')
}

/** The same graph between groups of nodes: an edge within a group, or of a node without one, is left out. */
export function grouped(graph: Graph, groupOf: (node: string) => string | undefined): Graph {
  const groups = new Map<string, Set<string>>()
  for (const [node, targets] of graph) {
    const from = groupOf(node)
    if (from === undefined) continue
    const reached = groups.get(from) ?? new Set()
    groups.set(from, reached)
    for (const target of targets) {
      const to = groupOf(target)
      if (to !== undefined && to !== from) reached.add(to)
    }
  }
  return groups
}

/** Circles of a graph, each as `a → b → a`. */
export function findCycles(graph: Graph): string[] {
  const found: string[] = []
  const done = new Set<string>()
  const path: string[] = []
  const visit = (node: string): void => {
    const at = path.indexOf(node)
    if (at !== -1) {
      found.push([...path.slice(at), node].join(' → '))
      return
    }
    if (done.has(node)) return
    path.push(node)
    for (const target of graph.get(node) ?? []) visit(target)
    path.pop()
    done.add(node)
  }
  for (const node of graph.keys()) visit(node)
  return found
}
