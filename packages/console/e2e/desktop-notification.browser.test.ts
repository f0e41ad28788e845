import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { violationsInBothThemes } from './support/axe.ts'
import { type Chromium, chromiumPath, sharedChromium } from './support/chromium.ts'
import { newPerson, signIn } from './support/person.ts'
import { callApi, type RealServer, startRealServer } from './support/real-server.ts'

interface Shown {
  readonly title: string
  readonly body: string
  readonly tag: string
}

/**
 * The browser's own notifications, each also kept where a test can look at it and click it: the headless shell has no
 * desktop to show them on.
 */
function keepNotifications(): void {
  const kept: Notification[] = []
  const asked: string[] = []
  const Native = Notification
  class KeptNotification extends Native {
    constructor(title: string, options?: NotificationOptions) {
      super(title, options)
      kept.push(this)
    }
    static override async requestPermission(): Promise<NotificationPermission> {
      asked.push('asked')
      return Native.requestPermission()
    }
  }
  Object.assign(globalThis, { Notification: KeptNotification, kept, asked })
}

/** What a browser says of a page behind another window; the test's pages are all in front. */
function goOutOfSight(): void {
  Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'hidden' })
  document.dispatchEvent(new Event('visibilitychange'))
}

describe.skipIf(!chromiumPath)('notifications of the desktop', { timeout: 120_000 }, () => {
  let server: RealServer
  let browser: Chromium
  let page: Page

  beforeAll(async () => {
    ;[server, browser] = await Promise.all([startRealServer(), sharedChromium()])
    await callApi(server, '/settings', {
      method: 'PUT',
      body: { toolsets: ['code'], tool_tiers: { run_sandbox_code: 'ALWAYS_CONFIRM' } },
    })
    ;({ page } = await newPerson(browser, { permissions: ['notifications'] }))
    await page.addInitScript(keepNotifications)
    await signIn(page, server)
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  const shown = () =>
    page.evaluate(() =>
      (globalThis as unknown as { kept: readonly Notification[] }).kept.map(
        ({ title, body, tag }): Shown => ({ title, body, tag }),
      ),
    )
  const asked = () =>
    page.evaluate(() => (globalThis as unknown as { asked: readonly string[] }).asked.length)
  const askForApproval = async (code: string) => {
    const { id } = await callApi<{ id: string }>(server, '/conversations', { body: {} })
    await callApi(server, `/conversations/${id}/messages`, { body: { text: `Run code: ${code}` } })
  }
  const waiting = async () =>
    (await callApi<{ items: { id: string; kind: string }[] }>(server, '/inbox')).items
  const toggle = () => page.getByRole('switch', { name: 'Desktop notifications' })
  /** The next answer with what agents wait for, and what the page makes of it. */
  const read = async (meanwhile = async () => {}) => {
    const answer = page.waitForResponse((response) => response.url().includes('blocking=true'))
    await meanwhile()
    await answer
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => done(null))))
  }
  const openSettings = async () => {
    // An answer to the page before would be taken for one to this page.
    await page.goto('about:blank')
    await read(async () => void (await page.goto(`${server.url}/settings/you`)))
  }

  it('are off, and the browser is asked only when somebody switches them on', async () => {
    await page.goto(`${server.url}/settings/you`)
    await toggle().waitFor()
    expect(await toggle().isChecked()).toBe(false)
    expect(await asked()).toBe(0)
    expect(await violationsInBothThemes(page)).toEqual([])
    await toggle().click()
    await expect.poll(() => toggle().isChecked()).toBe(true)
    expect(await asked()).toBe(1)
  })

  it('come once for each entry while the page is out of sight, with its title alone', async () => {
    await askForApproval('print("seen before")')
    await expect.poll(waiting).toHaveLength(1)
    await openSettings()
    expect(await shown()).toEqual([])
    await page.evaluate(goOutOfSight)
    await askForApproval('print("sesame")')
    await expect.poll(shown, { timeout: 30_000 }).toHaveLength(1)
    await read()
    const notifications = await shown()
    expect(notifications).toHaveLength(1)
    expect(notifications[0]?.title).toBe('Run run_sandbox_code')
    expect(JSON.stringify(notifications)).not.toContain('sesame')
  })

  it('open what they are about', async () => {
    const [newest] = await waiting()
    await page.evaluate(() => {
      const { kept } = globalThis as unknown as { kept: readonly Notification[] }
      kept[0]?.dispatchEvent(new Event('click'))
    })
    await page.waitForURL((url) => url.pathname === '/inbox')
    expect(new URL(page.url()).searchParams.get('entry')).toBe(`${newest?.kind}.${newest?.id}`)
  })

  it('do not come while the page is looked at', async () => {
    await openSettings()
    await askForApproval('print("third")')
    await expect.poll(waiting).toHaveLength(3)
    await read()
    expect(await shown()).toEqual([])
  })
})
