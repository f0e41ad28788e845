import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { violations } from './support/axe.ts'
import { type Chromium, chromiumPath, sharedChromium } from './support/chromium.ts'
import { newPerson, type Person, signIn } from './support/person.ts'
import { callApi, type RealServer, startRealServer } from './support/real-server.ts'
import { sandboxThere } from './support/sandbox-there.ts'

const skillMd =
  '---\nname: sums\ndescription: Adds up numbers step by step.\n---\n# Sums\nRun it.\n'
const add = `import os, sys
print("\\x1b[32mtotal\\x1b[0m", sum(int(word) for word in sys.argv[1:]), flush=True)
print("no file was given", file=sys.stderr)
if "SUMS_TOKEN" in os.environ: print("has a token")
for line in sys.stdin: print("read", line.strip())
open("total.txt", "w").write("42\\n")
`
/** Goes on until it is ended. */
const wait = 'import time\nprint("<b>begun</b>", flush=True)\nwhile True: time.sleep(0.05)\n'

const encoded = (path: string, text: string) => ({
  path,
  content_base64: Buffer.from(text).toString('base64'),
})

describe.skipIf(!chromiumPath || !sandboxThere)(
  'scripts in the sandbox, in Chromium',
  { timeout: 120_000 },
  () => {
    let server: RealServer
    let browser: Chromium
    let person: Person
    let skillId = ''
    let agentId = ''

    beforeAll(async () => {
      ;[server, browser] = await Promise.all([startRealServer(), sharedChromium()])
      const files = [encoded('SKILL.md', skillMd), encoded('add.py', add), encoded('wait.py', wait)]
      await callApi(server, '/imports', {
        body: { items: [{ path: 'sums', files }], scope: 'org' },
      })
      const { items } = await callApi<{ items: { id: string; slug: string }[] }>(server, '/skills')
      skillId = items.find(({ slug }) => slug === 'sums')?.id ?? ''
      const toolsets = ['packages', 'workspace', 'person']
      const body = { name: 'Adder', instruction: 'Add.', toolsets, skill_ids: [skillId] }
      agentId = (await callApi<{ id: string }>(server, '/agents', { body })).id
      person = await newPerson(browser)
      await signIn(person.page, server)
    })
    afterAll(async () => {
      await browser?.close()
      await server?.stop()
    })

    const ask = async (text: string) => {
      const { page } = person
      await page.goto(`${server.url}/chat?agent=${agentId}`)
      await page.getByRole('textbox', { name: 'Message' }).fill(text)
      await page.keyboard.press('Enter')
    }

    it('C5: the page says what scripts run in', async () => {
      const { page } = person
      await page.goto(`${server.url}/settings/sandbox`)
      const sandbox = page.getByRole('region', { name: 'Sandbox' })
      await sandbox.getByText('Scripts can run').waitFor()
      expect(await sandbox.textContent()).toMatch(/bubblewrap.*Python.*3\.\d+/s)
      expect(await violations(page)).toEqual([])
    })

    it('C4: a person runs a script, reads what it printed and takes what it wrote', async () => {
      const { page } = person
      await page.goto(`${server.url}/skills/${skillId}?tab=files&file=add.py`)
      await page.getByRole('button', { name: 'Run… add.py' }).click()
      await page.getByLabel('Arguments').fill('40 2')
      await page.getByLabel('Standard input').fill('one\n')
      await page.getByRole('button', { name: 'Run', exact: true }).click()
      await page.getByText('Done, exit code 0', { exact: true }).waitFor()
      const output = page.getByRole('region', { name: 'Output of add.py' })
      expect(await output.locator('pre').allTextContents()).toContain('no file was given\n')
      expect(await output.textContent()).toMatch(/total 42.*stderr/s)
      expect(await output.textContent()).toContain('read one')
      expect(await output.textContent()).not.toContain('[32m')
      await page.getByText('add.py: done, exit code 0.').waitFor({ state: 'attached' })
      expect(await violations(page)).toEqual([])
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name: 'Download total.txt' }).click(),
      ])
      expect(download.suggestedFilename()).toBe('total.txt')
    })

    it('C5: what was run is listed with its skill and by itself, and opens to what it printed', async () => {
      const { page } = person
      await page.goto(`${server.url}/skills/${skillId}`)
      await page.getByRole('tab', { name: 'History' }).click()
      await page.getByRole('button', { name: 'Runs' }).click()
      const list = page.getByRole('list', { name: 'What was run' })
      await list.getByRole('button', { name: /add\.py 40 2/ }).click()
      await list.getByRole('region', { name: 'Output of add.py' }).getByText('total 42').waitFor()
      await list.getByText('Run by you, by hand.').waitFor()
      expect(await violations(page)).toEqual([])
      await page.goto(`${server.url}/settings/sandbox`)
      await page.getByRole('link', { name: 'What was run for you' }).click()
      await page.getByRole('heading', { name: 'Runs', level: 1 }).waitFor()
      await list.getByText('sums').first().waitFor()
      expect(await violations(page)).toEqual([])
    })

    it('C9: a secret goes in by name, is used, and its value is on no page', async () => {
      const { page } = person
      await page.goto(`${server.url}/skills/${skillId}?tab=details`)
      await page.getByLabel('Name of the variable').fill('PATH')
      await page.getByLabel('Value').fill('/tmp-secret-value')
      await page.getByRole('button', { name: 'Add secret' }).click()
      await page.locator('[aria-invalid="true"]').waitFor()
      await page.getByLabel('Name of the variable').fill('SUMS_TOKEN')
      await page.getByRole('button', { name: 'Add secret' }).click()
      await page.getByRole('list', { name: 'Secrets' }).getByText('SUMS_TOKEN').waitFor()
      expect(await page.content()).not.toContain('tmp-secret-value')
      expect(await violations(page)).toEqual([])
      await ask('Add up numbers: run add.py with 1 2')
      const ran = page.getByRole('button', { name: /Ran add\.py of the skill sums/ })
      await ran.waitFor()
      // It is open already on a page that was quick enough to see it run.
      if ((await ran.getAttribute('aria-expanded')) === 'false') await ran.click()
      const row = page.getByRole('region', { name: 'add.py', exact: true })
      await row.getByRole('region', { name: 'Output of add.py' }).getByText('has a token').waitFor()
      await page.goto(`${server.url}/skills/${skillId}?tab=details`)
      await page.getByRole('button', { name: 'Remove SUMS_TOKEN' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
      await page.getByText('SUMS_TOKEN was removed').waitFor()
      expect(await callApi(server, `/skills/${skillId}/secrets`)).toEqual({ items: [] })
    })

    it('C5: an agent’s script is watched while it runs, and cancelled', async () => {
      const { page } = person
      // What moves without end would never settle for axe.
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await ask('Add up numbers: run wait.py with 1')
      const row = page.getByRole('region', { name: 'wait.py', exact: true })
      const output = row.getByRole('region', { name: 'Output of wait.py' })
      await output.getByText('<b>begun</b>').waitFor()
      await page.getByText('Running wait.py.').waitFor({ state: 'attached' })
      expect(await violations(page)).toEqual([])
      await row.getByRole('button', { name: 'Cancel wait.py' }).click()
      await row.getByText('Cancelled').first().waitFor()
      await page.getByText(/1 answer in this conversation/).waitFor({ state: 'attached' })
      await page.reload()
      await row.getByRole('button', { name: /Ran wait\.py/ }).click()
      await output.getByText('<b>begun</b>').waitFor()
    })

    it('C4: a script of a skill that is switched off is not run, and the page says why', async () => {
      const { page } = person
      await callApi(server, `/skills/${skillId}`, { method: 'PUT', body: { enabled: false } })
      await page.goto(`${server.url}/skills/${skillId}?tab=files&file=add.py`)
      await page.getByRole('button', { name: 'Run… add.py' }).click()
      await page.getByRole('button', { name: 'Run', exact: true }).click()
      const said = page.getByRole('alert').filter({ hasText: 'It was not run' })
      await said.waitFor()
      expect(await said.textContent()).toMatch(/disabled|switched off/i)
      await callApi(server, `/skills/${skillId}`, { method: 'PUT', body: { enabled: true } })
    })

    it('fits a phone without sideways scrolling, and is clean in the dark', async () => {
      const conversations = await callApi<{ items: { id: string }[] }>(server, '/conversations')
      const phone = { viewport: { width: 360, height: 740 }, colorScheme: 'dark' } as const
      const { page } = await newPerson(browser, phone)
      await signIn(page, server)
      await page.goto(`${server.url}/chat/${conversations.items.at(-1)?.id}`)
      await page.getByRole('button', { name: /Ran add\.py/ }).click()
      await page.getByRole('link', { name: 'Download total.txt' }).waitFor()
      for (const path of [null, '/settings/sandbox', `/skills/${skillId}?tab=details`]) {
        if (path) await page.goto(server.url + path)
        await page.waitForFunction(() => !document.querySelector('.pulse-soft'))
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        expect(`${path}: ${wide}`).toBe(`${path}: 0`)
        expect(await violations(page)).toEqual([])
      }
    })

    it('shows nothing broken in the browser’s own console', () => {
      // What the server refused is told to the page with a status, which the browser writes down.
      const refused = /status of 4\d\d/
      expect(person.complaints.filter((text) => !refused.test(text))).toEqual([])
    })
  },
)
