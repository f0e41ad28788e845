import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface AxeGlobal {
  readonly axe: { run: (context: unknown, options: unknown) => Promise<AxeResults> }
}

/** What WCAG 2.2 AA has against the page as it stands, one line each; empty when nothing. */
export async function violations(page: Page): Promise<string[]> {
  // What still fades in has colours nobody ever reads.
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => {}))),
  )
  await page.evaluate(source)
  const results = await page.evaluate(() =>
    (globalThis as unknown as AxeGlobal).axe.run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
    }),
  )
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')}: ${failureSummary ?? ''}`),
  )
}
