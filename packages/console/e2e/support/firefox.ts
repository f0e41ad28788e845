import type { Page as ChromiumPage } from 'playwright-core'
import puppeteer, { type Browser, type ElementHandle, type Page } from 'puppeteer-core'
import { vi } from 'vitest'
// @ts-expect-error Plain JavaScript, which runs before anything is installed.
import { findFirefox } from '../../../../scripts/requirements.mjs'
import { violations } from './axe.ts'

/** Where Firefox is on this machine; undefined when there is none. */
export const firefoxPath: string | undefined = findFirefox()
if (!firefoxPath) console.log('skipped: Firefox (apt-get install firefox-esr)')

/** Milliseconds for what takes a second on a machine with nothing else to do. */
const patience = 120_000

/** An unchanged Firefox, driven by WebDriver BiDi. */
export async function launchFirefox(): Promise<Browser> {
  if (!firefoxPath) throw new Error('Firefox is missing; the tests that need it are skipped.')
  return await puppeteer.launch({
    browser: 'firefox',
    executablePath: firefoxPath,
    headless: true,
    timeout: 2 * patience,
    protocolTimeout: patience,
    defaultViewport: { width: 1280, height: 820 },
    // Nothing moves away from under a click.
    extraPrefsFirefox: { 'ui.prefersReducedMotion': 1 },
  })
}

/** Elements with exactly this text, or this name for a screen reader, as XPath. */
export const byName = (element: string, name: string) =>
  `//${element}[normalize-space(.)="${name}" or @aria-label="${name}"]`

/** Elements with these words in them, as XPath. */
export const byText = (element: string, words: string) =>
  `//${element}[contains(normalize-space(.), "${words}")]`

/**
 * What a person does at a page, again and again until it can be done. Each attempt looks anew: React may
 * replace an element between finding and clicking it.
 */
export class FirefoxPage {
  readonly page: Page
  /** What the page threw, wrote to its console as an error, or asked in a window of the browser. */
  readonly complaints: string[] = []

  constructor(page: Page) {
    this.page = page
    page.setDefaultTimeout(patience)
    page.on('pageerror', (error) => this.complaints.push(String(error)))
    page.on('console', (message) => {
      if (message.type() === 'error') this.complaints.push(message.text())
    })
    page.on('dialog', (dialog) => {
      this.complaints.push(`asks: ${dialog.type()} ${dialog.message()}`)
      void dialog.accept()
    })
  }

  /** The first visible one; null when there is none. One message to the browser, however many there are. */
  async find(xpath: string): Promise<ElementHandle<Element> | null> {
    const found = await this.page.evaluateHandle((path) => {
      const all = document.evaluate(path, document, null, XPathResult.ORDERED_NODE_SNAPSHOT_TYPE)
      for (let at = 0; at < all.snapshotLength; at += 1) {
        const node = all.snapshotItem(at)
        if (node instanceof Element && node.checkVisibility()) return node
      }
      return null
    }, xpath)
    return found.asElement() as ElementHandle<Element> | null
  }

  /** Waits until it is visible. */
  see(xpath: string): Promise<ElementHandle<Element>> {
    return until(async () => {
      const found = await this.find(xpath)
      if (!found) throw new Error(`Nothing visible fits ${xpath} at ${this.page.url()}`)
      return found
    })
  }

  /** Waits until nothing like it is visible. */
  async seeGone(xpath: string): Promise<void> {
    await until(async () => {
      if (await this.find(xpath)) throw new Error(`Still visible: ${xpath}`)
    })
  }

  async click(xpath: string): Promise<void> {
    await until(async () => {
      const found = await this.see(`${xpath}[not(@disabled)]`)
      if (!(await found.evaluate(takesClick))) throw new Error(`Moves, or is covered: ${xpath}`)
      await found.click()
    })
  }

  /** Clicks into a field, and types once it has the focus. */
  async type(xpath: string, text: string): Promise<void> {
    await this.click(xpath)
    await until(async () => {
      const field = await this.see(xpath)
      const isFocused = await field.evaluate((node) => node.contains(document.activeElement))
      if (!isFocused) throw new Error(`Without the focus: ${xpath}`)
    })
    await this.page.keyboard.type(text)
  }

  /** Presses a key while Control is down. */
  async pressWithControl(key: 'End' | 's'): Promise<void> {
    await this.page.keyboard.down('Control')
    await this.page.keyboard.press(key)
    await this.page.keyboard.up('Control')
  }

  /** Waits until the page says this anywhere. */
  async says(text: string): Promise<void> {
    await until(async () => {
      const said = await this.page.evaluate(() => document.body.innerText)
      if (!said.includes(text)) throw new Error(`The page does not say “${text}”:\n${said}`)
    })
  }

  /** Chooses a theme in the person's menu. */
  async choose(theme: 'Light' | 'Dark'): Promise<void> {
    await this.click(byText('button', 'theme, account, sign out'))
    await this.click(byText('*[@role="menuitemradio"]', theme))
    await this.page.keyboard.press('Escape')
    await this.seeGone('//*[@role="menu"]')
    await until(async () => {
      const chosen = await this.page.evaluate(() => document.documentElement.dataset.theme)
      if (chosen !== theme.toLowerCase()) throw new Error(`The theme is ${chosen}.`)
    })
  }

  /** What axe has against the page in both themes; leaves it in the dark one. */
  async violationsInBothThemes(): Promise<string[]> {
    const found: string[] = []
    for (const theme of ['Light', 'Dark'] as const) {
      await this.choose(theme)
      // Both libraries call a function in the page the same way.
      const lines = await violations(this.page as unknown as ChromiumPage)
      found.push(...lines.map((line) => `${theme}: ${line}`))
    }
    return found
  }
}

/** Whether an element stays where it is, and nothing lies over its middle. Runs in the page. */
async function takesClick(node: Element): Promise<boolean> {
  node.scrollIntoView({ block: 'nearest' })
  const before = node.getBoundingClientRect()
  for (const _ of [1, 2]) await new Promise((drawn) => requestAnimationFrame(drawn))
  const { x, y, width, height } = node.getBoundingClientRect()
  const moved = x !== before.x || y !== before.y || width !== before.width
  return !moved && node.contains(document.elementFromPoint(x + width / 2, y + height / 2))
}

/** Tries until it succeeds; fails with what was wrong last. */
export function until<Result>(attempt: () => Promise<Result>, timeout = patience): Promise<Result> {
  return vi.waitFor(attempt, { timeout, interval: 200 })
}
