import { joinMember } from '@repertoire/client/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { violations } from './support/axe.ts'
import { type Chromium, chromiumPath, sharedChromium } from './support/chromium.ts'
import { newPerson, type Person, signIn } from './support/person.ts'
import { callApi, connectionTo, type RealServer, startRealServer } from './support/real-server.ts'

interface Skill {
  readonly id: string
  readonly scope: string
  readonly revision: number
}

const content = '---\nname: house-style\ndescription: How we write.\n---\n\nPlainly.\n'

const ownContent = '---\nname: of-robin\ndescription: About it.\n---\nThe text of of-robin.\n'

describe.skipIf(!chromiumPath)('the page for a member, in Chromium', { timeout: 120_000 }, () => {
  let server: RealServer
  let browser: Chromium
  let person: Person
  let own: Skill
  let asMember: RealServer

  beforeAll(async () => {
    ;[server, browser] = await Promise.all([startRealServer(), sharedChromium()])
    const { key } = await joinMember(connectionTo(server), { name: 'Mia' })
    asMember = { ...server, apiKey: key }
    own = await callApi(asMember, '/skills', {
      body: { content: ownContent, scope: 'user' },
    })
    person = await newPerson(browser)
    person.page.setDefaultTimeout(8_000)
    await signIn(person.page, asMember)
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  it('A13: New skill preselects what a member may create, and says why not the rest', async () => {
    const { page } = person
    await page.goto(`${server.url}/skills/new`)
    const scope = page.getByLabel('Scope')
    await page.getByText('Only an owner or admin makes skills for the organisation').waitFor()
    expect(await scope.inputValue()).toBe('user')
    expect(await scope.locator('option[value=org]').isDisabled()).toBe(true)
    expect(await violations(page)).toEqual([])
    const create = page.getByRole('button', { name: 'Create' })
    await create.click()
    await page.getByRole('alert').getByText('Write what the skill is first').waitFor()
    await page.getByLabel('Description').fill('Sums up a meeting for those who were not there.')
    await create.click()
    await page.getByText('Only me').first().waitFor()
    await page.getByRole('button', { name: 'Edit' }).waitFor()
  })

  it('A13: a skill of the organisation looks read-only on every tab, and says whom to ask', async () => {
    const { page } = person
    const skill = await callApi<{ id: string }>(server, '/skills', {
      body: { content, scope: 'org' },
    })
    await page.goto(`${server.url}/skills/${skill.id}?tab=edit`)
    await page.getByText('Ask an owner or admin to change it').waitFor()
    expect(await page.getByLabel('Description').isDisabled()).toBe(true)
    for (const name of ['Save', 'Archive skill', 'Delete skill']) {
      expect(await page.getByRole('button', { name, exact: true }).count()).toBe(0)
    }
    for (const tab of ['revisions', 'files', 'routing', 'details']) {
      await page.goto(`${server.url}/skills/${skill.id}?tab=${tab}`)
      await page.getByText('Ask an owner or admin to change it').waitFor()
    }
    await page.goto(`${server.url}/skills`)
    await page.getByText('How we write.').waitFor()
    const row = page.getByRole('row').filter({ hasText: 'How we write.' })
    await row.getByRole('button', { name: /^More about/ }).click()
    expect(await page.getByRole('menuitem').allTextContents()).toEqual(['Peek', 'Source'])
    await page.keyboard.press('Escape')
  })

  it('A7: while a request waits, the chat says that no message is taken and where to answer', async () => {
    const { page } = person
    await callApi(server, '/settings', {
      method: 'PUT',
      body: { toolsets: ['library'], agent_skill_policy: 'propose' },
    })
    await page.goto(`${server.url}/chat`)
    const message = 'Remember this as a skill named weekly-numbers: 1. Collect the numbers.'
    await page.getByRole('textbox', { name: 'Message' }).fill(message)
    await page.keyboard.press('Enter')
    const notice = page.getByText('takes no message before it')
    await notice.waitFor()
    await notice.getByRole('link', { name: 'Inbox' }).click()
    await page.getByRole('heading', { name: 'Inbox', exact: true }).waitFor()
    await page.getByText('weekly-numbers').first().waitFor()
  })

  it('D5: a member offers a skill, cannot accept it, and an owner makes it the organisation’s', async () => {
    const { page } = person
    await page.goto(`${server.url}/skills/${own.id}`)
    await page.getByRole('button', { name: 'Offer to the organisation' }).click()
    await page.getByLabel('Reason, for whoever decides').fill('All of us write it so.')
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Offer', exact: true }).click()
    await page.waitForURL(/\/reviews\//)
    await page.getByText('Offered to the organisation').first().waitFor()
    await page.getByRole('button', { name: 'Withdraw' }).waitFor()
    expect(await page.getByRole('button', { name: /^(Accept|Reject)/ }).count()).toBe(0)
    expect(await violations(page)).toEqual([])
    const id = page.url().split('/').at(-1) ?? ''

    const owner = await newPerson(browser)
    await signIn(owner.page, server)
    await owner.page.goto(`${server.url}/proposals/${id}`)
    await owner.page.getByText('The text of of-robin.').last().waitFor()
    await owner.page.getByText('All of us write it so.').waitFor()
    await owner.page.getByRole('textbox', { name: 'Note, for the record' }).fill('Good.')
    await owner.page.getByRole('button', { name: 'Accept', exact: false }).first().click()
    await owner.page.waitForURL(/\/reviews$/)
    const moved = await callApi<Skill>(server, `/skills/${own.id}`)
    expect([moved.scope, moved.revision]).toEqual(['org', 1])
  })

  it('D5: an offer from the list is shown as out of date once its skill changed, and opens as a draft', async () => {
    const { page } = person
    const text = ownContent.replaceAll('of-robin', 'of-mia')
    const mine = await callApi<Skill>(asMember, '/skills', {
      body: { content: text, scope: 'user' },
    })
    await page.goto(`${server.url}/skills?q=of-mia`)
    await page.getByRole('button', { name: 'More about of-mia' }).click()
    await page.getByRole('menuitem', { name: 'Offer to the organisation' }).click()
    await page.getByRole('button', { name: 'Offer', exact: true }).click()
    await page.waitForURL(/\/reviews\//)
    const content = text.replace('The text of', 'Another text of')
    await callApi(asMember, `/skills/${mine.id}`, { method: 'PUT', body: { content } })
    await page.reload()
    await page.getByText('The skill was changed after it was offered').waitFor()
    await page.getByText('Withdraw this offer and offer the skill again').waitFor()
    expect(await page.getByText('The skill this changes is gone').count()).toBe(0)
    expect(await violations(page)).toEqual([])
    const address = page.url()
    await page.getByRole('button', { name: 'Open as a draft' }).click()
    await page.waitForURL(new RegExp(`/skills/${mine.id}`))
    await page.getByText('The text of of-mia.').first().waitFor()

    const owner = await newPerson(browser)
    await signIn(owner.page, server)
    await owner.page.goto(address)
    await owner.page.getByText('Whoever offered it can offer it again').waitFor()
    const accept = owner.page.getByRole('button', { name: 'Accept for the organisation' })
    expect(await accept.isDisabled()).toBe(true)
    await owner.page.getByRole('button', { name: 'Open as a draft' }).click()
    await owner.page.waitForURL(/\/skills\/new/)
    await owner.page.getByText('The text of of-mia.').first().waitFor()
  })

  it('D5: an offer over a package of the organisation shows which files go', async () => {
    const file = (path: string, text: string) => ({
      path,
      content_base64: Buffer.from(text).toString('base64'),
    })
    const text = ownContent.replaceAll('of-robin', 'handbook')
    const files = [file('SKILL.md', text), file('old/words.md', 'Words of old.')]
    await callApi(server, '/imports', { body: { scope: 'org', items: [{ path: 'h', files }] } })
    const mine = await callApi<Skill & { readonly digest: string }>(asMember, '/skills', {
      body: { content: text.replace('The text', 'A better text'), scope: 'user' },
    })
    const { id } = await callApi<{ id: string }>(asMember, `/skills/${mine.id}/offer`, {
      body: { digest: mine.digest },
    })
    const owner = await newPerson(browser)
    await signIn(owner.page, server)
    await owner.page.goto(`${server.url}/proposals/${id}`)
    await owner.page.getByText('Accepting it removes 1 file of the skill').waitFor()
    await owner.page.getByRole('button', { name: 'Read on (1 part left)' }).waitFor()
    const accept = owner.page.getByRole('button', { name: 'Accept the change' })
    expect(await accept.isEnabled()).toBe(false)
    await owner.page.getByRole('tab', { name: 'Files (1)' }).click()
    await owner.page.getByText('Words of old.').first().waitFor()
    expect(await violations(owner.page)).toEqual([])
    await accept.click()
    await owner.page.waitForURL(/\/reviews$/)
  })

  it('D5: a file that is too large to show says so, and is not shown as empty', async () => {
    const file = (path: string, text: string) => ({
      path,
      content_base64: Buffer.from(text).toString('base64'),
    })
    const text = ownContent.replaceAll('of-robin', 'large-notes')
    const files = [file('SKILL.md', text), file('notes.md', 'A word. '.repeat(40_000))]
    const items = [{ path: 'large-notes', files }]
    await callApi(asMember, '/imports', { body: { scope: 'user', items } })
    const found = await callApi<{ items: (Skill & { slug: string; digest: string })[] }>(
      asMember,
      '/skills?q=large-notes',
    )
    const own = found.items.find(({ slug }) => slug === 'large-notes')
    if (!own) throw new Error('it was not imported')
    const { id } = await callApi<{ id: string }>(asMember, `/skills/${own.id}/offer`, {
      body: { digest: own.digest },
    })
    const owner = await newPerson(browser)
    await signIn(owner.page, server)
    await owner.page.goto(`${server.url}/reviews/${id}`)
    await owner.page.getByRole('tab', { name: 'Files (1)' }).click()
    await owner.page.getByText('too large to show').waitFor()
  })
})
