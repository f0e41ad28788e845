import type { Page } from 'playwright-core'

/** Reads what the scan found in a skill that is being imported, and takes it all the same. */
export async function takeFindings(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Read what was found' }).click()
  await page.getByRole('button', { name: 'I read it, take it' }).click()
  await page.getByText('Done: 1 skill').waitFor()
}
