/**
 * Makes the pictures of `docs/tour.md` from the real thing: a server on an empty folder, the skills that
 * ship, a person in Chromium who asks, approves, looks and gives back. Run it with `npm run screenshots`.
 */
import { execFile } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { readAndApprove } from './support/approve.ts'
import { captureLibrary } from './support/capture-library.ts'
import { capturePortable } from './support/capture-portable.ts'
import { captureRouting } from './support/capture-routing.ts'
import { chromiumPath, launchChromium } from './support/chromium.ts'
import { newPerson, type Person, signIn } from './support/person.ts'
import { callApi, type RealServer, startRealServer } from './support/real-server.ts'
import { recordMainJob } from './support/record-main-job.ts'

const root = join(import.meta.dirname, '../../..')
const folder = join(root, 'docs/screenshots')
const command = ['--conditions=repertoire-source', join(root, 'packages/cli/src/main.ts')]
const question = 'The production Postgres answers slowly since this morning. Where do I look first?'
const skillName = 'postgres-health-triage'

type Page = Person['page']
type Shoot = (name: string) => Promise<void>

/** Only what ships is imported, so that the pictures are the same in every clone. */
async function importSkills(server: RealServer): Promise<void> {
  const args = [...command, 'import', join(root, 'skills'), '--url', server.url]
  const env = { ...process.env, REPERTOIRE_API_KEY: server.apiKey }
  await promisify(execFile)(process.execPath, args, { env })
  const body = { skill_enablement_policy: 'prompt-user' }
  await callApi(server, '/settings', { method: 'PUT', body })
}

/** What a newcomer sees: questions made from the skills that are there, and the first steps. */
async function shootFirstPage(page: Page, shoot: Shoot): Promise<void> {
  const questions = page.getByRole('region', { name: 'Or start with one of these' })
  await questions.getByRole('listitem').first().waitFor()
  await page.getByRole('complementary', { name: 'First steps' }).waitFor()
  // Off the card that came to be under it.
  await page.mouse.move(0, 0)
  await shoot('first-page')
}

async function shootSkills(page: Page, shoot: Shoot): Promise<void> {
  await page.getByRole('link', { name: 'Skills', exact: true }).click()
  await page.getByRole('table', { name: 'Skills' }).waitFor()
  await shoot('skills')
  await page.getByRole('link', { name: skillName }).click()
  await page.getByRole('tab', { name: 'Edit' }).click()
  await page.getByRole('textbox', { name: 'SKILL.md' }).click()
  await page.keyboard.press('Control+Home')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.insertText('summary: a value: with a colon\n')
  await page.getByRole('list', { name: 'Remarks' }).waitFor()
  await page.locator('.cm-lint-marker').first().waitFor()
  await page.locator('.cm-scroller').evaluate((node) => node.scrollTo({ top: 0 }))
  await shoot('skill-editor')
}

/** A second revision to compare, and something that was deleted. */
async function shootHistory(server: RealServer, page: Page, shoot: Shoot): Promise<void> {
  const { items } = await callApi<{ items: { id: string; slug: string }[] }>(server, '/skills')
  const skill = items.find(({ slug }) => slug.includes('postgres'))
  const { content } = await callApi<{ content: string }>(server, `/skills/${skill?.id}`)
  const body = { content: `${content}\nTell whoever is on call what was found.\n` }
  const change = { ...body, reason: 'The on-call team missed it twice' }
  await callApi(server, `/skills/${skill?.id}`, { method: 'PUT', body: change })
  await page.goto(`${server.url}/skills/${skill?.id}?tab=revisions`)
  await page.getByRole('button', { name: 'Discard them' }).click()
  await page.reload()
  await page.locator('.cm-line span', { hasText: 'kill -9' }).first().waitFor()
  await shoot('revisions')
  await callApi(server, `/skills/${skill?.id}/revisions/1/restore`, { method: 'POST', body: {} })
  for (const name of ['old-checklist', 'draft-report']) {
    const written = `---\nname: ${name}\ndescription: Superseded.\n---\n# ${name}\n`
    const made = await callApi<{ id: string }>(server, '/skills', { body: { content: written } })
    await callApi(server, `/skills/${made.id}`, { method: 'DELETE' })
  }
  await page.goto(`${server.url}/skills/deleted`)
  await page.getByRole('list', { name: 'Deleted skills' }).waitFor()
  await shoot('deleted')
}

/** The main job: ask, approve, see what it costs, have it back. */
async function shootChat(page: Page, shoot: Shoot): Promise<void> {
  await page.getByRole('link', { name: 'Chat', exact: true }).click()
  await page.getByRole('textbox', { name: 'Message' }).fill(question)
  await page.keyboard.press('Enter')
  const approve = page.getByRole('button', { name: 'Approve' })
  await approve.waitFor()
  // From the beginning of the card: what is asked, and for which skill.
  const asked = page.getByText(`You: ${question}`)
  await asked.evaluate((node) => node.scrollIntoView({ block: 'start' }))
  await shoot('chat-approval')
  await readAndApprove(page)
  await page.getByText(/1 answer in this conversation/).waitFor({ state: 'attached' })
  await page.getByRole('heading', { name: 'Checklist' }).waitFor()
  await shoot('chat-answer')
  await page.getByRole('button', { name: /^Skills \([1-9]/ }).click()
  const deactivate = page.getByRole('button', { name: `Deactivate ${skillName}` })
  await deactivate.waitFor()
  await shoot('budget-breakdown')
  await deactivate.click()
  await page.getByText('No skill is active.').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Skills (0 / 16,000)' }).waitFor()
}

async function shootSettings(page: Page, shoot: Shoot): Promise<void> {
  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  await page.getByRole('link', { name: 'Approvals', exact: true }).click()
  await page
    .getByRole('radio', { name: /Ask the person/ })
    .first()
    .waitFor()
  await shoot('settings')
}

/** Until nothing loads or moves any more. */
async function settle(page: Page): Promise<void> {
  await page.waitForFunction(() => !document.querySelector('.pulse-soft'))
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map((each) => each.finished.catch(() => {}))),
  )
}

async function shootTheme(
  browser: Awaited<ReturnType<typeof launchChromium>>,
  colorScheme: 'light' | 'dark',
): Promise<void> {
  const server = await startRealServer()
  try {
    await importSkills(server)
    const { page, complaints } = await newPerson(browser, { colorScheme, reducedMotion: 'reduce' })
    await signIn(page, server)
    const shoot: Shoot = async (name) => {
      await settle(page)
      await page.screenshot({ path: join(folder, `${name}-${colorScheme}.png`) })
      process.stdout.write(`docs/screenshots/${name}-${colorScheme}.png\n`)
    }
    await shootFirstPage(page, shoot)
    await recordMainJob(page, {
      question,
      path: join(folder, `main-job-${colorScheme}.webp`),
      settle,
    })
    await shootSkills(page, shoot)
    await shootHistory(server, page, shoot)
    await shootChat(page, shoot)
    await shootSettings(page, shoot)
    await capturePortable(server, page, shoot)
    await captureLibrary(server, page, shoot)
    await captureRouting(server, page, shoot)
    if (complaints.length > 0) throw new Error(`The page complained: ${complaints.join('\n')}`)
  } finally {
    await server.stop()
  }
}

if (chromiumPath) {
  mkdirSync(folder, { recursive: true })
  const browser = await launchChromium()
  try {
    for (const theme of ['light', 'dark'] as const) await shootTheme(browser, theme)
  } finally {
    await browser.close()
  }
} else {
  process.exitCode = 1
}
