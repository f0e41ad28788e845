import { readdir, readFile } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { type DocGroup, groupPages } from './group-pages.ts'

/** A page of the documentation, as it was written. */
export interface DocPage {
  /** Path in the folder without `.md`: `trust`, `decisions/0001-…`. */
  readonly path: string
  /** Its first heading. */
  readonly title: string
  /** Markdown. */
  readonly text: string
}

/** The documentation that came with the server. */
export interface Docs {
  /** By path; the list of all pages is `README`. */
  readonly pages: ReadonlyMap<string, DocPage>
  readonly groups: readonly DocGroup[]
  /** Paths of pictures in the folder. */
  readonly pictures: ReadonlySet<string>
}

/** Reads all pages of a folder; null where there is none. */
export async function readDocs(folder: string): Promise<Docs | null> {
  const names = await readdir(folder, { recursive: true }).catch(() => null)
  if (names === null) return null
  const paths = names.map((name) => name.split('\\').join('/')).sort()
  const pages = await Promise.all(paths.filter((path) => path.endsWith('.md')).map(read))
  const byPath = new Map(pages.map((page) => [page.path, page]))
  return {
    pages: byPath,
    groups: groupPages(byPath.get('README')?.text ?? ''),
    pictures: new Set(paths.filter((path) => posix.extname(path) === '.png')),
  }

  async function read(name: string): Promise<DocPage> {
    const text = await readFile(join(folder, name), 'utf8')
    const path = name.slice(0, -'.md'.length)
    return { path, title: /^# (.+)$/m.exec(text)?.[1] ?? path, text }
  }
}
