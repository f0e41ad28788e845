import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { violations } from './support/axe.ts'
import { type Chromium, chromiumPath, sharedChromium } from './support/chromium.ts'
import { hold } from './support/delay-responses.ts'
import { newPerson, type Person, signIn } from './support/person.ts'
import { callApi, type RealServer, startRealServer } from './support/real-server.ts'

interface Settings {
  readonly tool_tiers: Readonly<Record<string, string>>
}
interface Listed<Item> {
  readonly items: readonly Item[]
}

const note = { name: 'plan.md', mimeType: 'text/markdown', buffer: Buffer.from('# New\n') }

/** Two presses with nothing between them but what a page does at once: the second of a hasty double press. */
function pressTwice(button: Locator): Promise<void> {
  return button.evaluate(async (element: HTMLElement) => {
    element.click()
    for (let turn = 0; turn < 50; turn += 1) await Promise.resolve()
    element.click()
  })
}

describe.skipIf(!chromiumPath)('a page on a slow network', { timeout: 120_000 }, () => {
  let server: RealServer
  let browser: Chromium
  let person: Person
  let page: Page

  beforeAll(async () => {
    ;[server, browser] = await Promise.all([startRealServer(), sharedChromium()])
    const body = { toolsets: ['portable', 'workspace', 'person', 'code'] }
    await callApi(server, '/settings', { method: 'PUT', body })
    for (const name of ['alpha', 'beta', 'gamma']) {
      const content = `---\nname: ${name}\ndescription: All about ${name}.\n---\n# ${name}\n\nDo it.\n`
      await callApi(server, '/skills', { body: { content } })
    }
    person = await newPerson(browser)
    page = person.page
    await signIn(page, server)
  }, 120_000)
  afterEach(() => page.unrouteAll({ behavior: 'ignoreErrors' }))
  afterAll(async () => {
    expect(person.complaints).toEqual([])
    await browser?.close()
    await server?.stop()
  })

  const signal = async (name: string) => {
    const body = { name, message: 'Look.', trigger: { kind: 'webhook' } }
    const made = await callApi<{ signal: { id: string } }>(server, '/triggers', { body })
    return made.signal.id
  }

  /** The page has asked for what it wants by then, and got what was not held back. */
  const roundTrip = async () => {
    for (let times = 0; times < 2; times += 1)
      await page.evaluate(() => fetch('/api/v1/me').then((answer) => answer.text()))
  }

  it('has nothing against it by axe while the conversations are still to come', async () => {
    const list = await hold(page, 'GET', /\/conversations\?/)
    await page.goto(`${server.url}/chat`)
    await page.getByText('Loading conversations').waitFor({ state: 'attached' })
    expect(await violations(page)).toEqual([])
    expect(await page.getByText('Your conversations will be listed here.').count()).toBe(0)
    list.release()
    await page.getByText('Your conversations will be listed here.').waitFor()
  })

  it('asks before a file is replaced, also when it is chosen before the files are listed', async () => {
    const { id } = await callApi<{ id: string }>(server, '/conversations', { body: {} })
    await fetch(`${server.url}/api/v1/conversations/${id}/files/content?path=plan.md`, {
      method: 'PUT',
      headers: {
        authorization: `Bearer ${server.apiKey}`,
        'content-type': 'application/octet-stream',
      },
      body: 'kept',
    })
    const list = await hold(page, 'GET', /\/files$/)
    const sent = await hold(page, 'PUT', /\/files\/content/)
    await page.goto(`${server.url}/chat/${id}`)
    await page.getByRole('button', { name: /^Files/ }).click()
    const panel = page.getByRole('dialog', { name: 'Files' })
    await panel.getByLabel('Files to upload').setInputFiles(note)
    await panel.getByRole('button', { name: 'Uploading…' }).waitFor()
    list.release()
    const question = page.getByRole('alertdialog', { name: 'Replace 1 file?' })
    await question.waitFor()
    expect(sent.count()).toBe(0)
    sent.release()
    await question.getByRole('button', { name: 'Replace' }).click()
    await panel.getByText(/^6 B/).waitFor()
  })

  it('B8: switches many while one of them is still being switched', async () => {
    await page.goto(`${server.url}/skills`)
    const first = await hold(page, 'PUT', /\/skills\//)
    await page.getByRole('button', { name: 'More about beta' }).click()
    await page.getByRole('menuitem', { name: 'Disable' }).click()
    await page.getByLabel('Select all that match').check()
    await page.getByRole('toolbar').getByRole('button', { name: 'Enable' }).click()
    first.release()
    await page.getByText('3 skills enabled').waitFor()
    const { items } = await callApi<Listed<{ enabled: boolean }>>(server, '/skills')
    expect(items.map(({ enabled }) => enabled)).toEqual([true, true, true])
  })

  it('shows a question once when its answer is there before the page is told that it was taken', async () => {
    const { id } = await callApi<{ id: string }>(server, '/conversations', { body: {} })
    await page.goto(`${server.url}/chat/${id}`)
    let tell = () => {}
    const notified = new Promise<void>((resolve) => {
      tell = resolve
    })
    await page.route(/\/messages$/, async (route) => {
      const response = await route.fetch()
      await notified
      await route.fulfill({ response })
    })
    await page.getByRole('textbox', { name: 'Message' }).fill('Is anybody there?')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByText(/1 answer in this conversation/).waitFor({ state: 'attached' })
    const shown = page.getByRole('log', { name: 'Messages' }).getByText('Is anybody there?')
    expect(await shown.count()).toBe(1)
    tell()
    await page.getByRole('button', { name: 'Send', exact: true }).waitFor()
    expect(await shown.count()).toBe(1)
  })

  it('says that nothing is there only once it knows', async () => {
    await page.goto(`${server.url}/skills?q=zzzz`)
    await page.getByText('No skill fits').waitFor()
    const list = await hold(page, 'GET', /\/skills\?/)
    await page.getByRole('link', { name: 'Clear search and filters' }).click()
    await page.getByText('Loading skills').waitFor({ state: 'attached' })
    expect(await page.getByText('There are no skills yet').count()).toBe(0)
    list.release()
    await page.getByRole('link', { name: 'alpha', exact: true }).waitFor()

    const search = await hold(page, 'GET', /\/skills\?/)
    await page.keyboard.press('Control+k')
    await page.getByPlaceholder('Search skills or jump to…').fill('All about beta')
    await page.getByText('Searching…').waitFor()
    search.release()
    await page.getByRole('option', { name: /beta/ }).waitFor()
    await page.keyboard.press('Escape')
  })

  it('asks for the list beside who is signed in, and draws both at once where both are there', async () => {
    const fresh = await page.context().newPage()
    await fresh.addInitScript(() => {
      new MutationObserver(() => {
        if (document.body?.textContent?.includes('Loading skills'))
          document.documentElement.dataset.skeleton = 'shown'
      }).observe(document, { childList: true, subtree: true })
    })
    const me = await hold(fresh, 'GET', /\/me$/)
    const list = fresh.waitForResponse(/\/skills\?archived=false&limit=\d\d$/)
    await fresh.goto(`${server.url}/skills`)
    await (await list).finished()
    me.release()
    await fresh.getByRole('link', { name: 'alpha', exact: true }).waitFor()
    expect(await fresh.locator('html').getAttribute('data-skeleton')).toBe(null)
    await fresh.close()
  })

  it('draws the page without the list where that takes long', async () => {
    const list = await hold(page, 'GET', /\/skills\?/)
    await page.goto(`${server.url}/skills`)
    await page.getByText('Loading skills').waitFor({ state: 'attached' })
    list.release()
    await page.getByRole('link', { name: 'alpha', exact: true }).waitFor()
  })

  it('E1: lets no words be written for a skill whose own are still to come', async () => {
    const base64 = (text: string) => Buffer.from(text).toString('base64')
    const files = [
      {
        path: 'SKILL.md',
        content_base64: base64('---\nname: tea\ndescription: Tea.\n---\nBrew.\n'),
      },
      {
        path: 'SKILL.config.json',
        content_base64: base64('{"routing":{"keywords":["oolong"]}}'),
      },
    ]
    await callApi(server, '/imports', { body: { items: [{ path: 'tea', files }] } })
    const { items } = await callApi<Listed<{ id: string; name: string }>>(server, '/skills')
    const tea = items.find(({ name }) => name === 'tea')
    const file = await hold(page, 'GET', /\/files\?/)
    await page.goto(`${server.url}/skills/${tea?.id}?tab=routing`)
    await page.getByText('Loading what SKILL.config.json says').waitFor({ state: 'attached' })
    expect(await page.getByLabel('Keywords', { exact: true }).count()).toBe(0)
    file.release()
    await page.getByLabel('Keywords', { exact: true }).and(page.locator('input')).waitFor()
    await page.getByRole('list', { name: 'Keywords', exact: true }).getByText('oolong').waitFor()
  })

  it('does once what is pressed twice', async () => {
    await page.goto(`${server.url}/triggers/${await signal('Pressed twice')}`)
    const run = await hold(page, 'POST', /\/run$/)
    await pressTwice(page.getByRole('button', { name: 'Run now' }))
    run.release()
    await page.getByText('A turn was started').waitFor()
    expect(run.count()).toBe(1)
  })

  it('keeps what is written while a save is on its way', async () => {
    const id = await signal('Watch')
    await page.goto(`${server.url}/triggers/${id}`)
    const save = await hold(page, 'PUT', /\/triggers\//)
    await page.getByLabel('Name', { exact: true }).fill('Watch more')
    await page.getByRole('button', { name: 'Save trigger' }).click()
    await page.getByLabel('What it is told').fill('Look twice.')
    save.release()
    await page.getByText('Trigger saved').waitFor()
    await page.getByRole('heading', { name: 'Watch more' }).waitFor()
    expect(await page.getByLabel('What it is told').inputValue()).toBe('Look twice.')
    await page.getByRole('button', { name: 'Save trigger' }).click()
    await expect
      .poll(() => callApi(server, `/triggers/${id}`))
      .toMatchObject({ name: 'Watch more', message: 'Look twice.' })
  })

  it('keeps what is written of a skill, an agent and the settings meanwhile, too', async () => {
    const body = { name: 'Helper', instruction: '', toolsets: [], skill_ids: [] }
    const agent = await callApi<{ id: string }>(server, '/agents', { body })
    await page.goto(`${server.url}/agents/${agent.id}`)
    const agents = await hold(page, 'PUT', /\/agents\//)
    await page.getByLabel('Name', { exact: true }).fill('Helper of all')
    await page.getByRole('button', { name: 'Save agent' }).click()
    await page.getByLabel('Instruction').fill('Be brief.')
    agents.release()
    await page.getByText('Agent saved').waitFor()
    expect(await page.getByLabel('Instruction').inputValue()).toBe('Be brief.')

    await page.goto(`${server.url}/settings/general`)
    const settings = await hold(page, 'PUT', /\/settings$/)
    await page.getByLabel('Text for every agent').fill('Say who')
    await page.getByRole('button', { name: 'Save settings' }).click()
    await page.getByLabel('Text for every agent').fill('Say so.')
    settings.release()
    await page.getByText('Settings saved').waitFor()
    expect(await page.getByLabel('Text for every agent').inputValue()).toBe('Say so.')
    await page.getByText('1 unsaved change').waitFor()
    await page.getByRole('button', { name: 'Discard' }).click()

    const { items } = await callApi<Listed<{ id: string; name: string }>>(server, '/skills')
    const alpha = items.find(({ name }) => name === 'alpha')
    await page.goto(`${server.url}/skills/${alpha?.id}?tab=edit`)
    const skills = await hold(page, 'PUT', /\/skills\//)
    const description = page.getByLabel('Description')
    await description.fill('All about alpha, and more.')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await description.fill('All about alpha, and more still.')
    skills.release()
    await page.getByText(/Saved as revision/).waitFor()
    expect(await description.inputValue()).toBe('All about alpha, and more still.')
    await page.getByRole('button', { name: 'Archive skill' }).click()
    await page.getByText('alpha is in the archive').waitFor()
    // Neither its own save nor its own archiving is taken for somebody else's change.
    await page.getByText('In the archive since').waitFor()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect
      .poll(() => callApi(server, `/skills/${alpha?.id}`))
      .toMatchObject({ description: 'All about alpha, and more still.', enabled: false })
  })

  it('E6: changes the rules of two tools one right after the other', async () => {
    const settings = await hold(page, 'GET', /\/settings$/)
    const tools = page.waitForResponse(/\/tools$/)
    await page.goto(`${server.url}/settings/tool-rules`)
    await tools
    await roundTrip()
    // Which rules are set is not known yet.
    expect(await page.getByRole('combobox').count()).toBe(0)
    settings.release()
    const save = await hold(page, 'PUT', /\/settings$/)
    const code = page.getByRole('combobox', { name: 'Rule for run_sandbox_code' })
    await code.selectOption({ label: 'Asks every time' })
    const file = page.getByRole('combobox', { name: 'Rule for write_file' })
    await file.selectOption({ label: 'Asks every time' })
    await roundTrip()
    save.release()
    await expect
      .poll(async () => (await callApi<Settings>(server, '/settings')).tool_tiers)
      .toEqual({ run_sandbox_code: 'ALWAYS_CONFIRM', write_file: 'ALWAYS_CONFIRM' })
  })

  it('leaves the focus where it was when a switch is saved', async () => {
    await page.goto(`${server.url}/triggers/${await signal('By keyboard')}`)
    const save = await hold(page, 'PUT', /\/triggers\//)
    const control = page.getByRole('switch', { name: 'By keyboard is enabled' })
    await control.focus()
    await page.keyboard.press('Space')
    await expect.poll(() => control.getAttribute('aria-checked')).toBe('false')
    await expect.poll(() => control.isDisabled()).toBe(true)
    save.release()
    await expect.poll(() => control.isDisabled()).toBe(false)
    expect(await control.evaluate((element) => element === document.activeElement)).toBe(true)
    expect(await control.getAttribute('aria-checked')).toBe('false')
  })

  it('begins one conversation with a suggestion, and takes along what is written meanwhile', async () => {
    const conversations = () =>
      callApi<Listed<{ id: string }>>(server, '/conversations').then(({ items }) => items.length)
    const before = await conversations()
    await page.goto(`${server.url}/chat`)
    const create = await hold(page, 'POST', /\/conversations$/)
    const suggested = page.getByRole('region', { name: 'Or start with one of these' })
    const card = suggested.getByRole('listitem').first()
    const question = await card.locator('bdi').first().innerText()
    await pressTwice(card.getByRole('button'))
    await page.getByRole('textbox', { name: 'Message' }).fill('And keep it short')
    create.release()
    await page.waitForURL(/\/chat\/./)
    await page.getByRole('article').getByText(question).first().waitFor()
    expect(await page.getByRole('textbox', { name: 'Message' }).inputValue()).toBe(
      'And keep it short',
    )
    expect({ sent: create.count(), made: (await conversations()) - before }).toEqual({
      sent: 1,
      made: 1,
    })
  })
})
