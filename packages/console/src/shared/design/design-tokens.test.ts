// @vitest-environment node
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const source = join(import.meta.dirname, '../..')
const css = readFileSync(join(source, 'styles.css'), 'utf8')
const doc = readFileSync(join(source, '../../../docs/reference/colours.md'), 'utf8')

interface Colours {
  readonly light: string
  readonly dark: string
}

const colour = /--([\w-]+): light-dark\((#[\da-f]{6}), (#[\da-f]{6})\);/g
const tokens = new Map(
  [...css.matchAll(colour)].map(([, name = '', light = '', dark = '']) => [name, { light, dark }]),
)
const row = /^\| `([\w-]+)` \| `(#\w+)` \| `(#\w+)` \| [^|]+ \| ([^|]*) \|$/gm
const documented = [...doc.matchAll(row)].map(
  ([, name = '', light = '', dark = '', figures = '']) => ({ name, light, dark, figures }),
)

function colours(name: string): Colours {
  const found = tokens.get(name)
  if (!found) throw new Error(`styles.css has no colour --${name}`)
  return found
}

/** WCAG 2.2: how much lighter one colour is than another. */
function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function figureOf(name: string, ground: string): string {
  const [text, below] = [colours(name), colours(ground)]
  const shown = (theme: keyof Colours) => contrast(text[theme], below[theme]).toFixed(1)
  return `${ground} ${shown('light')} / ${shown('dark')}`
}

const isText = (name: string) => name.includes('ink') || name === 'on-accent'
const groundsOf = (figures: string) =>
  figures === '' ? [] : figures.split(' · ').map((figure) => figure.split(' ')[0] ?? '')

describe('docs/reference/colours.md', () => {
  it('names every colour with the values that the page has', () => {
    expect(documented.map(({ name }) => name).sort()).toEqual([...tokens.keys()].sort())
    for (const { name, light, dark } of documented) {
      expect({ name, light, dark }).toEqual({ name, ...colours(name) })
    }
  })

  it('gives the contrast that these values have', () => {
    for (const { name, figures } of documented) {
      const computed = groundsOf(figures).map((ground) => figureOf(name, ground))
      expect(`${name}: ${figures}`).toBe(`${name}: ${computed.join(' · ')}`)
    }
  })

  it('promises no less than WCAG AA, in both themes', () => {
    const pairs = documented.flatMap(({ name, figures }) =>
      groundsOf(figures).map((ground) => ({ name, ground })),
    )
    expect(pairs.length).toBeGreaterThan(30)
    for (const { name, ground } of pairs) {
      const least = isText(name) ? 4.5 : 3
      for (const theme of ['light', 'dark'] as const) {
        const found = contrast(colours(name)[theme], colours(ground)[theme])
        expect(found, `${name} on ${ground}, ${theme}`).toBeGreaterThanOrEqual(least)
      }
    }
  })
})

describe('the page’s type', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: source }).filter(
    (file) => !file.includes('.test.'),
  )

  it('has four sizes and three weights', () => {
    const sizes = [...css.matchAll(/--text-(\w+): ([\d.]+)rem;/g)].map(([, , rem]) => Number(rem))
    expect(sizes.map((rem) => rem * 16)).toEqual([12, 13, 14, 20])
    const others = /\btext-(2xs|lg|[2-9]xl|\[[\d.]+(px|rem)\])|\bfont-(thin|light|bold|black)\b/
    const using = files.filter((file) => others.test(readFileSync(join(source, file), 'utf8')))
    expect(using).toEqual([])
  })

  it('names no colour outside the tokens', () => {
    const raw = /\b(bg|text|border|ring)-(\[#|(red|green|blue|gray|zinc|slate|amber|teal)-\d)/
    const using = files.filter((file) => raw.test(readFileSync(join(source, file), 'utf8')))
    expect(using).toEqual([])
  })
})
