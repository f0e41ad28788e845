import type { Page } from 'playwright-core'
import { readAndApprove } from './approve.ts'
import { PageRecording } from './page-recording.ts'

export interface MainJob {
  readonly question: string
  /** Where the animated WebP is written. */
  readonly path: string
  /** Until nothing loads or moves any more. */
  readonly settle: (page: Page) => Promise<void>
}

/** The README's moving picture: question, skill, approval, answer, and what the model saw. */
export async function recordMainJob(
  page: Page,
  { question, path, settle }: MainJob,
): Promise<void> {
  const film = new PageRecording(page)
  const add = async (shown: number) => {
    await settle(page)
    await film.add(shown)
  }
  await page.getByRole('link', { name: 'Chat', exact: true }).click()
  await page.getByRole('textbox', { name: 'Message' }).click()
  await add(800)
  await film.type(question)
  await add(500)
  await page.keyboard.press('Enter')
  const approve = page.getByRole('button', { name: 'Approve' })
  await approve.waitFor()
  await page
    .getByText(`You: ${question}`)
    .evaluate((node) => node.scrollIntoView({ block: 'start' }))
  await add(2_500)
  await approve.scrollIntoViewIfNeeded()
  await add(1_200)
  await readAndApprove(page)
  await page.getByText(/1 answer in this conversation/).waitFor({ state: 'attached' })
  await page.getByRole('heading', { name: 'Checklist' }).waitFor()
  await add(3_000)
  await page.getByRole('button', { name: 'Timeline' }).click()
  const prompt = page.getByRole('button', { name: 'What the model saw' }).last()
  await prompt.scrollIntoViewIfNeeded()
  await add(3_000)
  await prompt.click()
  const skillBlock = page.getByRole('dialog').getByRole('listitem').last()
  await skillBlock.evaluate((node) => node.scrollIntoView({ block: 'start' }))
  await add(3_500)
  await page.keyboard.press('Escape')
  await film.write(path)
}
