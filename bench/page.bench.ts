import { existsSync } from 'node:fs'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { importSkills } from './many-skills.ts'
import { createSend, shownTimes } from './measure-request.ts'
import { measureInput, measureShown } from './page-times.ts'
import { benchKey, type ServerUnderTest, startServerUnderTest } from './server-under-test.ts'
import { printTable, type Table } from './table.ts'

const skills = 5_000
const repetitions = 20
const firstSkill =
  '[role=table][aria-rowcount] a[href^="/skills/"], table[aria-rowcount] a[href^="/skills/"]'
const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium-headless-shell'
const palette = '[role=dialog] input'

/**
 * The page with 5,000 skills in Chromium: what its first load transfers, and how long a person waits, from the input
 * to the frame in which its effect is painted. `npm run build` before, for the page that is served.
 */
export async function benchPage(): Promise<readonly Table[]> {
  if (!existsSync(executablePath)) {
    return [{ title: 'The page', columns: ['CHROMIUM_PATH'], rows: [['skipped: no Chromium']] }]
  }
  const server = await startServerUnderTest()
  const browser = await chromium.launch({
    ...{ executablePath, args: ['--no-sandbox', '--disable-gpu'] },
  })
  try {
    await importSkills(createSend(server), skills)
    const context = await signedIn(browser, server)
    const transferred = await firstLoad(browser, context, server)
    const page = await context.newPage()
    page.setDefaultTimeout(60_000)
    const times = await measure(page, server)
    await browser.close()
    return [transferred, times]
  } finally {
    await browser.close()
    await server.stop()
  }
}

async function signedIn(browser: Browser, { url }: ServerUnderTest): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 820 } })
  const page = await context.newPage()
  await page.goto(`${url}/login`)
  await page.getByLabel('API key').fill(benchKey)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('navigation').first().waitFor()
  await page.close()
  return context
}

/** A place, and what is there when a person can use it. */
const places: Readonly<Record<string, string>> = {
  ...{ '/chat': '#main textarea', '/skills': firstSkill, '/overview': '#main h1' },
}

/** What a browser that was never here transfers, as compressed by the server. */
async function firstLoad(
  browser: Browser,
  context: BrowserContext,
  { url }: ServerUnderTest,
): Promise<Table> {
  const rows: (string | number)[][] = []
  for (const [path, shown] of Object.entries(places)) {
    const fresh = await browser.newContext({ storageState: await context.storageState() })
    const page = await fresh.newPage()
    const transferred = await recordTransfers(page)
    await measureShown(page, `${url}${path}`, shown)
    const usable = transferred()
    await page.waitForLoadState('networkidle')
    const rest = transferred()
    rows.push([path, ...[usable.page, usable.api, rest.page, rest.api].map(inKilobytes)])
    await fresh.close()
  }
  return {
    title: 'The page: first load',
    note: 'kB as transferred, with headers and fonts; beside it the answers of the API, with 5,000 skills. The aim is 200 kB. At rest, what the next places need is there, too.',
    columns: ['page', 'until it can be used', 'answers until then', 'at rest', 'answers at rest'],
    rows,
  }
}

const inKilobytes = (bytes: number) => (bytes / 1000).toFixed(0)

interface Transferred {
  readonly page: number
  readonly api: number
}

/** Bytes of what has been loaded so far. */
async function recordTransfers(page: Page): Promise<() => Transferred> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  const answers = new Set<string>()
  const bytes = { page: 0, api: 0 }
  devtools.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.url.includes('/api/')) answers.add(requestId)
  })
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    bytes[answers.has(requestId) ? 'api' : 'page'] += encodedDataLength
  })
  return () => ({ ...bytes })
}

async function measure(page: Page, { url }: ServerUnderTest): Promise<Table> {
  const samples: Record<string, number[]> = {}
  const note = (name: string, ms: number) => {
    samples[name] = [...(samples[name] ?? []), ms]
  }
  for (let run = 0; run < repetitions; run += 1) {
    note('the list, loaded anew', await measureShown(page, `${url}/skills`, firstSkill))
    const key = { type: 'keydown', shown: '#main a[href^="/skills/"]:focus' } as const
    note('j: to the next row', await measureInput(page, key, () => page.keyboard.press('j')))
    const open = { type: 'keydown', shown: '[role=tab][aria-selected=true]' } as const
    note('a skill, opened', await measureInput(page, open, () => page.keyboard.press('Enter')))
    const list = { type: 'click', shown: firstSkill } as const
    const toSkills = page.getByRole('navigation').getByRole('link', { name: 'Skills' }).first()
    note('the list, by the sidebar', await measureInput(page, list, () => toSkills.click()))
    const ask = { type: 'keydown', shown: `${palette}:focus` } as const
    note('the palette', await measureInput(page, ask, () => page.keyboard.press('Control+k')))
    await page.keyboard.press('Escape')
    await page.locator(palette).waitFor({ state: 'detached' })
  }
  const aims: Readonly<Record<string, number>> = {
    ...{ 'the list, loaded anew': 300, 'the list, by the sidebar': 300, 'a skill, opened': 150 },
    ...{ 'the palette': 50, 'j: to the next row': 100 },
  }
  return {
    title: 'The page: from an input to the painted frame',
    note: `${skills.toLocaleString('en')} skills; real server with SQLite and Chromium on one machine; ${repetitions} repetitions.`,
    columns: ['what', 'aim (ms)', 'p50 (ms)', 'p95 (ms)'],
    rows: Object.entries(samples).map(([name, times]) => {
      return [name, aims[name] ?? '', ...shownTimes(times)]
    }),
  }
}

if (import.meta.main) for (const one of await benchPage()) printTable(one)
