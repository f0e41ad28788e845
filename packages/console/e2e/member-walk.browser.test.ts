import { joinMember } from '@repertoire/client/testing'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { violations } from './support/axe.ts'
import { type Chromium, chromiumPath, sharedChromium } from './support/chromium.ts'
import { newPerson, type Person, signIn } from './support/person.ts'
import { callApi, connectionTo, type RealServer, startRealServer } from './support/real-server.ts'

const content =
  '---\nname: house-style\ndescription: How we write.\ntags: [writing]\n---\n\nPlainly.\n'

/** Controls inside a part of the page that somebody can use. */
function usableIn(part: string): string {
  const controls = [
    ...['button:not(:disabled):not([aria-disabled=true])', 'select:not(:disabled)'],
    '[role=switch]:not(:disabled):not([aria-disabled=true])',
    ...['input[type=radio]:not(:disabled)', 'input[type=checkbox]:not(:disabled)'],
  ]
  return controls.map((control) => `${part} ${control}`).join(', ')
}

/** What every tab of a skill has is pressed on the first one. */
const partOf = (name: string): string =>
  name.startsWith('skill, ') && name !== 'skill, edit' ? '#main [role=tabpanel]' : '#main'

/** They end the walk, or take the walker's own things away. */
const leftAlone = /^(Sign out|Revoke|End )/

describe.skipIf(!chromiumPath)('every page for a member, in Chromium', { timeout: 400_000 }, () => {
  let server: RealServer
  let browser: Chromium
  let person: Person
  let asMember: RealServer
  let refused: string[] = []
  let doing = ''
  let openRequests = 0
  const ids = { skill: '', agent: '' }

  beforeAll(async () => {
    ;[server, browser] = await Promise.all([startRealServer(), sharedChromium()])
    const id = async (path: string, body: unknown) =>
      (await callApi<{ id: string }>(server, path, { body })).id
    ids.skill = await id('/skills', { content, scope: 'org' })
    ids.agent = await id('/agents', { name: 'Clerk', instruction: 'Be brief.' })
    const gone = content.replace('house-style', 'old-style')
    const deleted = await id('/skills', { content: gone, scope: 'org' })
    await callApi(server, `/skills/${deleted}`, { method: 'DELETE' })
    const { key } = await joinMember(connectionTo(server), { name: 'Mia' })
    person = await newPerson(browser)
    person.page.setDefaultTimeout(10_000)
    person.page.on('request', () => {
      openRequests += 1
    })
    const onEnd = () => {
      openRequests -= 1
    }
    person.page.on('requestfinished', onEnd)
    person.page.on('requestfailed', onEnd)
    person.page.on('response', (response) => {
      if (response.status() !== 403) return
      refused.push(`${doing}: ${response.request().method()} ${new URL(response.url()).pathname}`)
    })
    asMember = { ...server, apiKey: key }
    await signIn(person.page, asMember)
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  async function open(path: string): Promise<Page> {
    const { page } = person
    await page.goto(`${server.url}${path}`)
    await page.locator('#main h1').first().waitFor()
    await page.waitForFunction(() => !document.querySelector('.pulse-soft'))
    return page
  }

  /** Presses one control, then the last button of a dialog that it opens. */
  async function press(page: Page, usable: string, index: number): Promise<void> {
    const control = page.locator(usable).nth(index)
    if ((await control.evaluate((node) => node.tagName)) === 'SELECT') {
      const last = (await control.locator('option:enabled').count()) - 1
      await control.selectOption({ index: last })
    } else {
      // A control that something covers cannot be pressed by a person either.
      await control.click({ timeout: 500, noWaitAfter: true }).catch(() => {})
    }
    const inDialog = page.locator('[role=dialog] button:enabled, [role=alertdialog] button:enabled')
    await settled(page)
    if ((await inDialog.count()) === 0) return
    await inDialog.last().click({ timeout: 1_500 })
    await settled(page)
  }

  /** Waits until the page is drawn and has the answers to all it asked; streams never end. */
  async function settled(page: Page): Promise<void> {
    const before = openRequests
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    )
    await vi.waitUntil(() => openRequests <= before, { interval: 5, timeout: 60_000 })
  }

  /** Opens the page anew, unless the press left it as it was. */
  async function backTo(
    path: string,
    { usable, names }: { readonly usable: string; readonly names: readonly string[] },
  ): Promise<void> {
    const { page } = person
    const isThere = page.url() === `${server.url}${path}`
    const isCovered = (await page.locator('[role=dialog], [role=alertdialog]').count()) > 0
    if (isThere && !isCovered && (await namesOf(page, usable)).join() === names.join()) return
    await open(path)
  }

  async function namesOf(page: Page, usable: string): Promise<string[]> {
    return page
      .locator(usable)
      .evaluateAll((all) =>
        all.map((one) => one.getAttribute('aria-label') ?? one.textContent ?? ''),
      )
  }

  const places = [
    ['/skills', () => '/skills'],
    ['/skills/import', () => '/skills/import'],
    ['/skills/deleted', () => '/skills/deleted'],
    ...[
      'overview',
      'edit',
      'model',
      'revisions',
      'files',
      'runs',
      'routing',
      'trust',
      'insights',
      'details',
    ].map((tab) => [`skill, ${tab}`, () => `/skills/${ids.skill}?tab=${tab}`] as const),
    ['/agents', () => '/agents'],
    ['/agents/new', () => '/agents/new'],
    ['agent', () => `/agents/${ids.agent}`],
    ['/approvals', () => '/approvals'],
    ['/sources', () => '/sources'],
    ['/sources/browse', () => '/sources/browse'],
    ['/reviews', () => '/reviews'],
    ['/integrations', () => '/integrations'],
    ['/routing', () => '/routing'],
    ['/triggers', () => '/triggers'],
    ['/triggers/everybody', () => '/triggers/everybody'],
    ['/triggers/new', () => '/triggers/new'],
    ['/overview', () => '/overview'],
    ['/traces', () => '/traces'],
    ...[
      'general',
      'skills',
      'approvals',
      'routing',
      'agent-tools',
      'sandbox',
      'connections',
      'keys',
      'usage',
      'you',
    ].map((name) => [`/settings/${name}`, () => `/settings/${name}`] as const),
    ['/settings/tools', () => '/settings/tools'],
    ['/settings/tool-rules', () => '/settings/tool-rules'],
    ['/settings/grants', () => '/settings/grants'],
    ['/runs', () => '/runs'],
    ['/audit', () => '/audit'],
  ] as const

  it.each(places)('A13: nothing that can be pressed on %s is refused', async (name, path) => {
    refused = []
    doing = name
    const page = await open(path())
    const usable = usableIn(partOf(name))
    const names = await namesOf(page, usable)
    for (const [index, control] of names.entries()) {
      if (leftAlone.test(control)) continue
      doing = `${name}, ${control}`
      await press(page, usable, index)
      await backTo(path(), { usable, names })
    }
    expect(refused).toEqual([])
  })

  it.each([
    ['/agents/new', 'Only an owner or admin sets up agents'],
    ['/settings/tool-rules', 'Only an owner or admin sets rules for tools'],
    ['/triggers/everybody', 'Only an owner or admin sees everybody’s triggers'],
    ['/audit', 'Only an owner or admin reads the audit log'],
    ['/settings/general', 'Only owners and admins change these'],
    ['/settings/approvals', 'Only owners and admins change these'],
    ['/settings/models', 'Only an owner or admin sees where models come from'],
    ['/settings/members', 'Only an owner or admin manages members'],
  ])('A13: %s says who can, and has nothing to fill in', async (path, sentence) => {
    const page = await open(path)
    await page.getByText(sentence).waitFor()
    expect(await violations(page)).toEqual([])
    expect(await page.locator('#main :is(input, select, textarea):enabled').count()).toBe(0)
  })

  it('A13: an agent is read-only, and the page says whom to ask', async () => {
    const page = await open(`/agents/${ids.agent}`)
    await page.getByText('Ask an owner or admin to change it').waitFor()
    expect(await page.getByRole('button', { name: 'Save agent' }).count()).toBe(0)
    expect(await page.locator('#main :is(input, select, textarea):enabled').count()).toBe(0)
  })

  it('A13: an import of a member is for the member, and says why not for all', async () => {
    const page = await open('/skills/import')
    await page.getByLabel('SKILL.md or zip files').setInputFiles({
      name: 'SKILL.md',
      mimeType: 'text/markdown',
      buffer: Buffer.from(content.replace('house-style', 'of-mia')),
    })
    const scope = page.locator('#main select')
    await scope.waitFor()
    expect(await scope.inputValue()).toBe('user')
    expect(await scope.locator('option[value=org]').isDisabled()).toBe(true)
    await page.getByText('Only an owner or admin makes skills for the organisation').waitFor()
    refused = []
    await page.getByRole('button', { name: /^Import 1 skill/ }).click()
    await page.getByText('Done: 1 skill').waitFor()
    expect(refused).toEqual([])
  })

  it('B8: tags that only skills of the organisation have cannot be renamed by a member', async () => {
    const page = await open('/skills')
    await page.getByRole('button', { name: 'Manage tags' }).click()
    await page.getByText('Ask an owner or admin to change the others').waitFor()
    // One of two skills with it is the member's own.
    await page.getByText('1 of 2 skills').waitFor()
    expect(await violations(page)).toEqual([])
  })

  it.each(['member', 'owner'])(
    'D11: a %s who imports one SKILL.md over a package reads which files go',
    async (who) => {
      const scope = who === 'member' ? 'user' : 'org'
      const text = content.replace('house-style', `package-of-${who}`)
      const file = (path: string, given: string) => ({
        path,
        content_base64: Buffer.from(given).toString('base64'),
      })
      const files = [file('SKILL.md', text), file('reference/words.md', 'Words.')]
      const by = who === 'member' ? asMember : server
      const items = [{ path: `package-of-${who}`, files }]
      await callApi(by, '/imports', { body: { scope, items } })
      const importer = who === 'member' ? person : await newPerson(browser)
      if (who === 'owner') await signIn(importer.page, server)
      const { page } = importer
      await page.goto(`${server.url}/skills/import`)
      await page.getByLabel('SKILL.md or zip files').setInputFiles({
        name: 'SKILL.md',
        mimeType: 'text/markdown',
        buffer: Buffer.from(`${text}More.\n`),
      })
      await page.getByText('Removes files').waitFor()
      await page.getByRole('button', { name: /^Show what is in/ }).click()
      await page.getByText('reference/words.md').waitFor()
      expect(await violations(page)).toEqual([])
      await page.getByRole('button', { name: /^Import 1 skill/ }).click()
      await page.getByText('Done: 1 skill').waitFor()
      await page.getByText('reference/words.md').waitFor()
    },
  )

  it.each(['member', 'owner'])(
    'A7: the approval card of a %s says where an imported skill came from',
    async (who) => {
      const asker = who === 'member' ? person : await newPerson(browser)
      if (who === 'owner') await signIn(asker.page, server)
      const { page } = asker
      const by = who === 'member' ? asMember : server
      const text =
        '---\nname: slow-postgres\ndescription: Finds why Postgres is slow.\n---\n\nLook.\n'
      const item = {
        path: 'brought-in/slow-postgres',
        files: [{ path: 'SKILL.md', content_base64: Buffer.from(text).toString('base64') }],
      }
      await callApi(server, '/imports', { body: { scope: 'org', items: [item] } })
      await callApi(server, '/settings', {
        method: 'PUT',
        body: { skill_enablement_policy: 'prompt-user', toolsets: ['discovery'] },
      })
      const conversation = await callApi<{ id: string }>(by, '/conversations', { body: {} })
      await callApi(by, `/conversations/${conversation.id}/messages`, {
        body: { text: 'The production Postgres answers slowly.' },
      })
      await page.goto(`${server.url}/chat/${conversation.id}`)
      await page.getByText('Came from').waitFor()
      await page.getByText('Imported, from brought-in/slow-postgres').waitFor()
      // Where it came from says more than that it was not found in a registry.
      expect(await page.getByText('Manual', { exact: true }).count()).toBe(0)
      expect(await violations(page)).toEqual([])
    },
  )

  it('A13: an admin cannot change an owner or their keys, and reads who can', async () => {
    const { key } = await joinMember(connectionTo(server), { name: 'Ada', role: 'admin' })
    const { page } = await newPerson(browser)
    await signIn(page, { ...server, apiKey: key })
    await page.goto(`${server.url}/settings/members`)
    await page.getByText('Only an owner changes an owner').waitFor()
    expect(await page.getByLabel('Role of Owner').isDisabled()).toBe(true)
    expect(await page.getByRole('button', { name: 'Remove Owner' }).isDisabled()).toBe(true)
    expect(await page.getByLabel('Role of Mia').locator('option[value=owner]').isDisabled()).toBe(
      true,
    )
    await page.goto(`${server.url}/settings/keys`)
    await page.getByText('Only an owner revokes it').first().waitFor()
    expect(await page.getByRole('button', { name: 'Revoke of Ada' }).isEnabled()).toBe(true)
    expect(await violations(page)).toEqual([])
  })
})
