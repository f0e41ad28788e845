import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface AxeGlobal {
  readonly axe: { run: (context: unknown, options: unknown) => Promise<AxeResults> }
}

const everything = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** What WCAG 2.2 AA has against the page as it stands, one line each; empty when nothing. */
export function violations(page: Page): Promise<string[]> {
  return against(page, { type: 'tag', values: everything })
}

/**
 * The same for a page that follows the system's theme, in light and dark: between the two only colours
 * differ, so the rest is asked once. It begins with the theme it finds and leaves the page in the other.
 */
export async function violationsInBothThemes(page: Page): Promise<string[]> {
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
  const [first, second] = isDark ? (['dark', 'light'] as const) : (['light', 'dark'] as const)
  await inTheme(page, first)
  const all = await violations(page)
  await inTheme(page, second)
  const colours = await against(page, { type: 'rule', values: ['color-contrast'] })
  return [...all, ...colours].map((line, at) => `${at < all.length ? first : second}: ${line}`)
}

/** Without fading, so that no colour is read half-way between the two. */
async function inTheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await page.waitForFunction(
    (scheme) => matchMedia(`(prefers-color-scheme: ${scheme})`).matches,
    colorScheme,
  )
}

async function against(
  page: Page,
  runOnly: { readonly type: 'tag' | 'rule'; readonly values: readonly string[] },
): Promise<string[]> {
  // What still fades has colours nobody ever reads; a change of theme begins to fade with the next frame.
  const known = await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    await frame()
    await frame()
    const fading = document.getAnimations().map(({ finished }) => finished.catch(() => {}))
    await Promise.all(fading)
    return 'axe' in globalThis
  })
  if (!known) await page.evaluate(source)
  return await page.evaluate(async (only) => {
    // To hand out what it has nothing against would take many times as long as to look for it.
    const options = { runOnly: only, resultTypes: ['violations'] }
    const { axe } = globalThis as unknown as AxeGlobal
    const { violations } = await axe.run(document, options)
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(
        ({ target, failureSummary }) => `${id} ${target.join(' ')}: ${failureSummary ?? ''}`,
      ),
    )
  }, runOnly)
}
