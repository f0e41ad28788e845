import type { BrowserContextOptions, Page } from 'playwright-core'
import type { Chromium } from './chromium.ts'
import type { RealServer } from './real-server.ts'

/** Milliseconds every answer of the API takes longer, as on a slow network: `PAGE_DELAY_MS`. */
const delay = Number(process.env.PAGE_DELAY_MS ?? 0)

export interface Person {
  readonly page: Page
  /** Everything the page complained about in its console, and what it threw. */
  readonly complaints: readonly string[]
}

/** Somebody at a fresh browser, not signed in, who asked for less motion: nothing moves away from under a click. */
export async function newPerson(
  browser: Chromium,
  options: BrowserContextOptions = {},
): Promise<Person> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 820 },
    reducedMotion: 'reduce',
    ...options,
  })
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  if (delay > 0) await slowDown(page)
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  return { page, complaints }
}

async function slowDown(page: Page): Promise<void> {
  await page.route('**/api/v1/**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, delay))
    // Its page may have gone meanwhile.
    await route.continue().catch(() => {})
  })
}

/** Signs in with the API key and waits for the first page. */
export async function signIn(page: Page, server: RealServer): Promise<void> {
  await page.goto(`${server.url}/login`)
  await page.getByLabel('API key').fill(server.apiKey)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { name: 'Ask something. Repertoire finds the skill.' }).waitFor()
}

/** Goes to a place as a link there would: the console is not loaded anew. Nothing shown before remains. */
export async function follow(page: Page, path: string): Promise<void> {
  const push = (to: string) => page.evaluate((place) => history.pushState({}, '', place), to)
  await push('/nowhere')
  await page.getByText('There is no page at this address').waitFor()
  await push(path)
}
