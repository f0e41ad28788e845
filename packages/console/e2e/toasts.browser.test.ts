import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Chromium, chromiumPath, sharedChromium } from './support/chromium.ts'
import { newPerson, signIn } from './support/person.ts'
import { type RealServer, startRealServer } from './support/real-server.ts'

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

describe.skipIf(!chromiumPath)('where toasts stand in Chromium', { timeout: 120_000 }, () => {
  let server: RealServer
  let browser: Chromium

  beforeAll(async () => {
    ;[server, browser] = await Promise.all([startRealServer(), sharedChromium()])
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  /** In a chat whose message cannot be sent. */
  async function failedMessage(viewport: { readonly width: number; readonly height: number }) {
    const { page } = await newPerson(browser, { viewport })
    await signIn(page, server)
    await page.route(/\/conversations$/, (route) =>
      route.request().method() === 'POST' ? route.abort() : route.fallback(),
    )
    await page.getByRole('textbox', { name: 'Message' }).fill('Hello')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    const toast = page.locator('[data-sonner-toast]')
    await toast.waitFor()
    return { page, toast }
  }

  async function boxOf(place: Locator): Promise<Box> {
    const box = await place.boundingBox()
    if (!box) throw new Error('It is not shown.')
    return box
  }

  const touches = (one: Box, other: Box) =>
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height

  const covered = async (page: Page, toast: Locator) => {
    const box = await boxOf(toast)
    const send = await boxOf(page.getByRole('button', { name: 'Send', exact: true }))
    const title = await boxOf(page.getByRole('heading', { level: 1 }).first())
    return [send, title].filter((one) => touches(box, one))
  }

  it('at the bottom right, over neither the title nor the button that sends', async () => {
    const size = { width: 1280, height: 820 }
    const { page, toast } = await failedMessage(size)
    const { x, y, width, height } = await boxOf(toast)
    expect(x + width).toBeGreaterThan(size.width - 40)
    expect(y + height).toBeGreaterThan(size.height - 150)
    expect(await covered(page, toast)).toEqual([])
  })

  it('on a phone above the tabs', async () => {
    const { page, toast } = await failedMessage({ width: 390, height: 844 })
    const tabs = await boxOf(page.getByRole('navigation', { name: 'Main' }))
    expect(touches(await boxOf(toast), tabs)).toBe(false)
    expect(await covered(page, toast)).toEqual([])
  })
})
