import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'

const dist = join(import.meta.dirname, '../dist')
const built = existsSync(join(dist, '.vite/manifest.json'))

interface Chunk {
  readonly file: string
  readonly imports?: readonly string[]
  readonly css?: readonly string[]
}

const manifest: Readonly<Record<string, Chunk>> = built
  ? JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'))
  : {}

/** Files that must arrive before a page shows anything: the entry, the page, and what they import, without what is lazy. */
function firstLoad(...pages: readonly string[]): Set<string> {
  const files = new Set<string>()
  const visit = (key: string): void => {
    const chunk = manifest[key]
    if (!chunk || files.has(chunk.file)) return
    files.add(chunk.file)
    for (const style of chunk.css ?? []) files.add(style)
    for (const next of chunk.imports ?? []) visit(next)
  }
  for (const key of ['index.html', ...pages]) visit(key)
  return files
}

/** As a browser takes it that knows Brotli. */
function transferred(file: string): number {
  const copy = join(dist, `${file}.br`)
  return statSync(existsSync(copy) ? copy : join(dist, file)).size
}

describe.skipIf(!built)('the built page', () => {
  it('loads less than 200 kB (gzip) before it shows', () => {
    const sizes = [...firstLoad()].map((file) => gzipSync(readFileSync(join(dist, file))).length)
    expect(sizes.length).toBeGreaterThan(1)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(200_000)
  })

  it.each([
    ['chat/new-chat-page.tsx', 170_000],
    ['skills/skills-page.tsx', 170_000],
    ['overview/overview-page.tsx', 162_000],
    ['inbox/inbox-page.tsx', 270_000],
    ['editor/skill-page.tsx', 295_000],
  ])('%s shows after at most %i compressed bytes', (page, most) => {
    const files = [...firstLoad(`src/features/${page}`)]
    expect(files.length).toBeGreaterThan(firstLoad().size)
    expect(files.map(transferred).reduce((sum, size) => sum + size, 0)).toBeLessThan(most)
  })

  it('has no files that import each other in a circle, of which one would run too early', () => {
    const done = new Set<string>()
    const visit = (key: string, path: readonly string[]): void => {
      expect(path, 'a circle').not.toContain(key)
      if (done.has(key)) return
      done.add(key)
      for (const next of manifest[key]?.imports ?? []) visit(next, [...path, key])
    }
    for (const key of Object.keys(manifest)) visit(key, [])
    expect(done.size).toBeGreaterThan(50)
  })

  it('loads charts only where there is one, at most 60 kB (gzip) of them', () => {
    const plot = manifest['src/features/overview/day-plot.tsx']
    const files = [plot?.file ?? '', ...(plot?.css ?? [])]
    const text = (file: string) => readFileSync(join(dist, file), 'utf8')
    const weight = files.map((file) => gzipSync(text(file)).length)
    expect(weight.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(60_000)
    const chunks = Object.values(manifest).map(({ file }) => file)
    const drawing = [...new Set(chunks)].filter((file) => text(file).includes('u-over'))
    expect(drawing).toEqual([plot?.file])
  })

  it('asks no other site for anything', () => {
    const page = readFileSync(join(dist, 'index.html'), 'utf8')
    const [css] = [...firstLoad()].filter((file) => file.endsWith('.css'))
    const styles = readFileSync(join(dist, css ?? ''), 'utf8')
    expect(page).not.toMatch(/(src|href)="(https?:)?\/\//)
    expect(styles).not.toMatch(/url\(\s*["']?(https?:)?\/\//)
    expect(styles).not.toMatch(/@import\s/)
  })

  it('brings its fonts, at most 60 kB of them, each with its licence', () => {
    const assets = readdirSync(join(dist, 'assets'))
    const fonts = assets.filter((file) => /\.(woff2?|ttf|otf)$/.test(file))
    const size = (file: string) => readFileSync(join(dist, 'assets', file)).length
    expect(fonts.map((file) => file.split('-')[0])).toEqual(['inter', 'mono'])
    expect(fonts.map(size).reduce((sum, bytes) => sum + bytes, 0)).toBeLessThanOrEqual(60_000)
    for (const name of ['inter', 'mono']) {
      const licence = readFileSync(join(dist, `assets/${name}-OFL.txt`), 'utf8')
      expect(licence).toContain('SIL OPEN FONT LICENSE Version 1.1')
    }
  })
})
