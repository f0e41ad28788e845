import type { Page, Route } from 'playwright-core'

export interface DelayedRequests {
  /** How many requests have come so far. */
  readonly count: () => number
  /** Lets those that wait go on, and all that come. */
  readonly release: () => void
}

/** Holds requests of a method back until the test lets them go: what a slow network does, without the luck. */
export async function hold(page: Page, method: string, url: RegExp): Promise<DelayedRequests> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  let count = 0
  const handler = async (route: Route) => {
    if (route.request().method() === method) {
      count += 1
      await released
    }
    // Its page may have gone meanwhile.
    await route.fallback().catch(() => {})
  }
  await page.route(url, handler)
  return { count: () => count, release }
}
