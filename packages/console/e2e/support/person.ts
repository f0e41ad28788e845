import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import type { RealServer } from './real-server.ts'

export interface Person {
  readonly page: Page
  /** Everything the page complained about in its console, and what it threw. */
  readonly complaints: readonly string[]
}

/** Somebody at a fresh browser, not signed in. */
export async function newPerson(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<Person> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 820 }, ...options })
  const page = await context.newPage()
  page.setDefaultTimeout(15_000)
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
