/**
 * A newcomer's first minute, in a real Chromium: the printed link, a suggested question, its answer, a reload, and a
 * question about one of 244 skills that were just brought in.
 */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import {
  chromiumPath,
  launchChromium,
  type Page,
} from '../../../packages/console/e2e/support/chromium.ts'
import { connect } from '../api.ts'
import { realSkills, root } from '../paths.ts'
import { freePort, type ServerProcess, startServer } from '../server-process.ts'

const key = 'rep_proof_0123456789abcdef0123456789abcdef'
const command = ['--conditions=repertoire-source', join(root, 'packages/cli/src/main.ts')]

function report(promise: string): void {
  process.stdout.write(`  ${promise}\n`)
}

export async function proveFirstMinute(): Promise<void> {
  if (!chromiumPath) {
    assert.notEqual(process.env.REQUIRE_ALL, '1', 'REQUIRE_ALL=1 needs Chromium')
    process.stdout.write('skipped: Chromium (apt-get install chromium)\n')
    return
  }
  const dataDir = mkdtempSync(join(tmpdir(), 'repertoire-first-minute-'))
  const env = { REPERTOIRE_SAMPLES: 'on' }
  const server = await startServer({ dataDir, port: await freePort(), key, env })
  const browser = await launchChromium()
  try {
    const page = await browser.newPage()
    await openLink(page, server)
    await askSuggestedQuestion(page)
    await reloadKeepsAnswer(page)
    if (existsSync(realSkills)) await askAboutImportedSkill(page, server)
  } finally {
    await browser.close()
    await server.kill('SIGTERM')
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function openLink(page: Page, server: ServerProcess): Promise<void> {
  const link = /http:\S+\/login\?token=\S+/.exec(server.output())?.[0]
  assert.ok(link, 'the server prints a link')
  await page.goto(link)
  await page.getByRole('heading', { name: 'Ask something. Repertoire finds the skill.' }).waitFor()
  await page.getByText('6 samples are ready').waitFor()
  report('the printed link opens the page on an empty folder, with six samples')
}

async function askSuggestedQuestion(page: Page): Promise<void> {
  const card = page
    .getByRole('region', { name: 'Or start with one of these' })
    .getByRole('listitem')
  const suggestion = await card.first().innerText()
  const slug = /uses (\S+)/.exec(suggestion)?.[1] ?? ''
  assert.match(slug, /^sample-/)
  const stream = page.waitForResponse(
    (response) => response.request().headers().accept === 'text/event-stream',
  )
  await card.first().getByRole('button').click()
  await stream
  await answered(page, slug)
  report(`the first suggested question is answered from ${slug}, over the event stream`)
}

/** The answer is whole, and the skill is in the conversation's budget. */
async function answered(page: Page, slug: RegExp | string): Promise<void> {
  await page.getByRole('button', { name: 'Send', exact: true }).waitFor()
  await page.getByText('Demo model', { exact: true }).last().waitFor()
  const text = await page.getByRole('article').last().innerText()
  assert.doesNotMatch(text, /No skill fits/)
  const { origin, pathname } = new URL(page.url())
  const api = connect(origin, key)
  const { enabled_skills: enabled } = await api.get<{ enabled_skills: { slug: string }[] }>(
    `${pathname.replace('/chat/', '/conversations/')}/skills`,
  )
  assert.equal(enabled.length, 1)
  assert.match(enabled[0]?.slug ?? '', new RegExp(slug))
}

async function reloadKeepsAnswer(page: Page): Promise<void> {
  const before = await formattedAnswer(page)
  await page.reload()
  await page.getByText('Demo model', { exact: true }).last().waitFor()
  await page.getByRole('button', { name: 'Send', exact: true }).waitFor()
  assert.equal(await formattedAnswer(page), before)
  report('a reload keeps it, word for word')
}

/** Once its Markdown is formatted, which may come a moment after the text. */
async function formattedAnswer(page: Page): Promise<string> {
  const answer = page.getByRole('article').last()
  await answer.getByRole('heading', { level: 3 }).first().waitFor()
  return answer.innerText()
}

async function askAboutImportedSkill(page: Page, server: ServerProcess): Promise<void> {
  const args = [...command, 'import', realSkills, '--url', server.url]
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    env: { ...process.env, REPERTOIRE_API_KEY: key },
    maxBuffer: 64 * 1024 * 1024,
    // It ends with 1 where a skill waits for somebody to read what the scan found.
  }).catch((error: { readonly stdout: string }) => error)
  const [, created, refused] = /(\d+) created, .* (\d+) refused/.exec(stdout) ?? []
  assert.equal(Number(created) + Number(refused), 244)
  report(
    `${created} of 244 skills are imported beside the samples; ${refused} have to be read first`,
  )
  await page.goto(`${server.url}/chat`)
  await page.getByRole('textbox', { name: 'Message' }).fill('Plan an A/B test')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/chat\/./)
  await answered(page, /^ab-test/)
  report('“Plan an A/B test” finds the skill about A/B tests among 250')
}
