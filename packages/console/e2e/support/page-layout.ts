import type { Page } from 'playwright-core'

/** What of an element is seen: where it stands and in which colours and letters. */
export interface LayoutElement {
  readonly name: string
  /** Left, top, width, height. CSS pixels. */
  readonly box: readonly number[]
  readonly style: string
}

/** What carries a page: landmarks, headings, links of navigation, controls, heads of tables. */
const carrying =
  'nav, main, aside, h1, h2, nav a, [role=tab], button, input, select, textarea, [role=switch], [role=tree], th, [role=columnheader], .card'

/** Pictures differ with the version of the browser and its way to smooth letters; boxes and colours do not. */
export function readLayout(page: Page): Promise<readonly LayoutElement[]> {
  return page.evaluate((selector) => {
    const elements = [...document.querySelectorAll<HTMLElement>(selector)]
    return elements.flatMap((element) => {
      const { left, top, width, height } = element.getBoundingClientRect()
      if (width <= 1 || height <= 1 || !element.checkVisibility()) return []
      const { color, backgroundColor, borderTopColor, fontSize, fontWeight, fontFamily } =
        getComputedStyle(element)
      const label = element.getAttribute('aria-label') ?? ''
      const isLeaf = element.matches('h1, h2, a, button, th, [role=tab], [role=columnheader]')
      const text = isLeaf ? (element.textContent ?? '') : ''
      const words = (label || text).replace(/[A-Z]\w+, \d{1,2} \w+ \d{4}/, 'a day')
      const role = element.getAttribute('role') ?? element.tagName.toLowerCase()
      return {
        name: `${role} ${words.trim().replaceAll(/\s+/g, ' ').slice(0, 40)}`.trim(),
        box: [left, top, width, height].map(Math.round),
        style: [color, backgroundColor, borderTopColor, `${fontSize}/${fontWeight}`]
          .concat(fontFamily.split(',')[0] ?? '')
          .join(' · '),
      }
    })
  }, carrying)
}

/** Widths of letters are rounded differently from version to version. CSS pixels. */
const tolerance = 3

/** In words, what differs from the layout that is kept; empty where nothing does. */
export function layoutDifferences(
  kept: readonly LayoutElement[],
  found: readonly LayoutElement[],
): readonly string[] {
  const names = (layout: readonly LayoutElement[]) => layout.map(({ name }) => name)
  const missing = names(kept).filter((name) => !names(found).includes(name))
  const added = names(found).filter((name) => !names(kept).includes(name))
  if (missing.length + added.length > 0 || kept.length !== found.length) {
    return [`${kept.length} elements, now ${found.length}`]
      .concat(missing.map((name) => `missing: ${name}`))
      .concat(added.map((name) => `new: ${name}`))
  }
  return kept.flatMap((element, at) => differencesOf(element, found[at]))
}

function differencesOf(kept: LayoutElement, found: LayoutElement | undefined): readonly string[] {
  if (found === undefined || found.name !== kept.name) return [`another order at: ${kept.name}`]
  const moved = kept.box.some((value, at) => Math.abs(value - (found.box[at] ?? 0)) > tolerance)
  return [
    ...(moved ? [`${kept.name}: ${kept.box.join(' ')}, now ${found.box.join(' ')}`] : []),
    ...(kept.style === found.style ? [] : [`${kept.name}: ${kept.style}, now ${found.style}`]),
  ]
}
