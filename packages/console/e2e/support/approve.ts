import type { Page } from 'playwright-core'

/** Scrolls everything the one question on the page shows to its end, and approves it. */
export async function readAndApprove(page: Page): Promise<void> {
  const approve = page.getByRole('button', { name: 'Approve' })
  while (!(await approve.isEnabled())) {
    await page.evaluate(async () => {
      for (const end of document.querySelectorAll('[data-end]')) {
        end.scrollIntoView()
        await new Promise((done) => requestAnimationFrame(done))
      }
    })
  }
  await approve.click()
}
