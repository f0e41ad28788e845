import type { BrowserContextOptions, Page } from 'playwright-core'
import type { Chromium } from './chromium.ts'
import type { RealServer } from './real-server.ts'

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
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  return { page, complaints }
}

/** Signs in with the API key and waits for the first page. */
export async function signIn(page: Page, server: RealServer): Promise<void> {
  await page.goto(`${server.url}/login`)
  await page.getByLabel('API key').fill(server.apiKey)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'What are you working on?' }).waitFor()
}

/** Goes to a place as a link there would: the console is not loaded anew. Nothing shown before remains. */
export async function follow(page: Page, path: string): Promise<void> {
  const push = (to: string) => page.evaluate((place) => history.pushState({}, '', place), to)
  await push('/nowhere')
  await page.getByText('There is no page at this address').waitFor()
  await push(path)
}
