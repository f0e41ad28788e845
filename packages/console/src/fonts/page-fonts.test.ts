// @vitest-environment node
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeFonts } from './page-fonts.ts'

describe('the page’s own fonts', () => {
  let folder: string
  let sizes: Record<string, number>
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fonts-'))
    sizes = await writeFonts(folder)
  })
  afterAll(() => rm(folder, { recursive: true }))

  it('weigh at most 60 kB together', () => {
    expect(Object.keys(sizes)).toEqual(['inter', 'mono'])
    expect(Object.values(sizes).reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(60_000)
  })

  it('are fonts a browser knows', async () => {
    for (const name of Object.keys(sizes)) {
      const bytes = await readFile(join(folder, `${name}.woff2`))
      expect(bytes.subarray(0, 4).toString('latin1')).toBe('wOF2')
    }
  })
})
