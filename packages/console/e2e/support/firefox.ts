import puppeteer, { type Browser, type ElementHandle, type Page } from 'puppeteer-core'
// @ts-expect-error Plain JavaScript, which runs before anything is installed.
import { findFirefox } from '../../../../scripts/requirements.mjs'

/** Where Firefox is on this machine; undefined when there is none. */
export const firefoxPath: string | undefined = findFirefox()
if (!firefoxPath) console.log('skipped: Firefox (apt-get install firefox-esr)')

const patience = 120_000

/** An unchanged Firefox, driven by WebDriver BiDi. */
export async function launchFirefox(): Promise<Browser> {
  if (!firefoxPath) throw new Error('Firefox is missing; the tests that need it are skipped.')
  return await puppeteer.launch({
    browser: 'firefox',
    executablePath: firefoxPath,
    headless: true,
    timeout: patience,
    protocolTimeout: patience,
    defaultViewport: { width: 1280, height: 820 },
    // Nothing moves away from under a click.
    extraPrefsFirefox: { 'ui.prefersReducedMotion': 1 },
  })
}

/** The parts of a page by what a screen reader says of them. */
export class FirefoxPage {
  readonly page: Page
  /** What the page threw. */
  readonly complaints: string[] = []

  constructor(page: Page) {
    this.page = page
    page.setDefaultTimeout(60_000)
    page.on('pageerror', (error) => this.complaints.push(String(error)))
  }

  click(role: string, name: string): Promise<void> {
    return this.page.locator(selectorOf(role, name)).click()
  }

  fill(role: string, name: string, text: string): Promise<void> {
    return this.page.locator(selectorOf(role, name)).fill(text)
  }

  async shows(role: string, name: string): Promise<ElementHandle> {
    const found = await this.page.waitForSelector(selectorOf(role, name), { visible: true })
    if (!found) throw new Error(`There is no ${role} ${name}.`)
    return found
  }

  /** Waits until the page says this anywhere. */
  async says(text: string): Promise<void> {
    await this.page.waitForFunction((part) => document.body.innerText.includes(part), {}, text)
  }
}

const selectorOf = (role: string, name: string) => `::-p-aria([name="${name}"][role="${role}"])`
