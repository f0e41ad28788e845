import type { Page } from 'playwright-core'

export interface InputEffect {
  /** The event from whose time stamp on is measured. */
  readonly type: string
  /** A selector that finds something only once the input has its effect. */
  readonly shown: string
}

/** Milliseconds from the input until the frame with its effect is painted, by the clock of the page. */
export async function measureInput(
  page: Page,
  input: InputEffect,
  act: () => Promise<void>,
): Promise<number> {
  const measuring = page.evaluate(`new Promise((resolve, reject) => {
    const { type, shown } = ${JSON.stringify(input)}
    if (document.querySelector(shown)) reject(new Error('shown before the input: ' + shown))
    addEventListener(type, ({ timeStamp }) => {
      const look = () =>
        document.querySelector(shown)
          ? setTimeout(() => resolve(performance.now() - timeStamp))
          : requestAnimationFrame(look)
      requestAnimationFrame(look)
    }, { capture: true, once: true })
  })`) as Promise<number>
  // The page listens before the input comes.
  await page.evaluate('1')
  const [ms] = await Promise.all([measuring, act()])
  return ms
}

/** Milliseconds from the begin of a navigation until the frame with `shown` is painted. */
export async function measureShown(page: Page, url: string, shown: string): Promise<number> {
  await page.goto(url, { waitUntil: 'commit' })
  return (await page.evaluate(`new Promise((resolve) => {
    const look = () =>
      document.querySelector(${JSON.stringify(shown)})
        ? setTimeout(() => resolve(performance.now()))
        : requestAnimationFrame(look)
    requestAnimationFrame(look)
  })`)) as number
}
