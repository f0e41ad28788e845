import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface AxeGlobal {
  readonly axe: { run: (context: unknown, options: unknown) => Promise<AxeResults> }
}

/** Where axe runs: a page of either browser. */
type Evaluator = Pick<Page, 'evaluate'>

const everything = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** What WCAG 2.2 AA has against the page as it stands, one line each; empty when nothing. */
export function violations(page: Evaluator): Promise<string[]> {
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

async function inTheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await page.waitForFunction(
    (scheme) => matchMedia(`(prefers-color-scheme: ${scheme})`).matches,
    colorScheme,
  )
}

/**
 * From now on every change of this page is whole at once: what fades has colours that nobody reads, and a
 * transition may begin after any wait for the ones before it. Says whether axe is there already.
 */
async function endMotion(): Promise<boolean> {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  // What follows a change of theme in JavaScript is drawn with the next frames.
  await frame()
  await frame()
  if ('axe' in globalThis) return true
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(
    '*, *::before, *::after { transition: none !important; animation: none !important }',
  )
  document.adoptedStyleSheets.push(sheet)
  return false
}

async function against(
  page: Evaluator,
  runOnly: { readonly type: 'tag' | 'rule'; readonly values: readonly string[] },
): Promise<string[]> {
  const known = await page.evaluate(endMotion)
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
