import type { Page } from 'playwright-core'

/** Reads every part of the one question on the page to its end, as a person with a keyboard does, and approves it. */
export async function readAndApprove(page: Page): Promise<void> {
  const left = page.getByRole('button', { name: /^Go to / })
  const approve = page.getByRole('button', { name: 'Approve' })
  while (!(await approve.isEnabled())) {
    if ((await left.count()) > 0) await left.first().click()
    await page.keyboard.press('End')
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)))
  }
  await approve.click()
}
