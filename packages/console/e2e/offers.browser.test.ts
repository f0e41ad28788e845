import { joinMember } from '@repertoire/client/testing'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { violations } from './support/axe.ts'
import { type Chromium, chromiumPath, sharedChromium } from './support/chromium.ts'
import { newPerson, type Person, signIn } from './support/person.ts'
import { callApi, connectionTo, type RealServer, startRealServer } from './support/real-server.ts'

interface Found {
  readonly id: string
  readonly digest: string
}

const textOf = (name: string, body = 'Plainly.') =>
  `---\nname: ${name}\ndescription: How ${name} is done.\n---\n\n${body}\n`

describe.skipIf(!chromiumPath)(
  'what a member offers to the organisation, in Chromium',
  { timeout: 120_000 },
  () => {
    let server: RealServer
    let browser: Chromium
    let mia: Person
    let rob: Person
    let asMia: RealServer

    beforeAll(async () => {
      ;[server, browser] = await Promise.all([startRealServer(), sharedChromium()])
      const { key } = await joinMember(connectionTo(server), { name: 'Mia' })
      asMia = { ...server, apiKey: key }
      ;[mia, rob] = await Promise.all([newPerson(browser), newPerson(browser)])
      await Promise.all([signIn(mia.page, asMia), signIn(rob.page, server)])
    })
    afterAll(async () => {
      await browser?.close()
      await server?.stop()
    })

    const write = (name: string) =>
      callApi<Found>(asMia, '/skills', { body: { content: textOf(name), scope: 'user' } })
    const offer = ({ id, digest }: Found) =>
      callApi<Found>(asMia, `/skills/${id}/offer`, { body: { digest, reason: 'Works.' } })
    const decide = (how: 'approve' | 'reject', { id, digest }: Found, note: string) =>
      callApi(server, `/reviews/${id}/${how}`, { body: { digest, note } })
    const open = async ({ page }: Person, path: string): Promise<Page> => {
      await page.goto(server.url + path)
      return page
    }

    it('says on the skill that it waits, why it was rejected, and that it was accepted', async () => {
      const skill = await write('house-style')
      const page = await open(mia, `/skills/${skill.id}`)
      await page.getByRole('button', { name: 'Offer to the organisation' }).click()
      await page.getByRole('button', { name: 'Offer', exact: true }).click()
      await page.getByRole('heading', { name: 'house-style', exact: true }).waitFor()
      await open(mia, `/skills/${skill.id}`)
      await page.getByText(/^Offered .*, waits for a review$/).waitFor()
      expect(await page.getByRole('button', { name: 'Offer to the organisation' }).count()).toBe(0)
      expect(await violations(page)).toEqual([])
      await page.getByRole('button', { name: 'Withdraw' }).click()
      await page.getByText('house-style was withdrawn').waitFor()
      await page.getByRole('button', { name: 'Offer to the organisation' }).waitFor()
      await decide('reject', await offer(skill), 'Too short.')
      await open(mia, `/skills/${skill.id}`)
      await page.getByText(/^Rejected by .+/).waitFor()
      await page.getByText('“Too short.”').waitFor()
      await page.getByRole('link', { name: 'What was offered' }).waitFor()
      expect(await violations(page)).toEqual([])
      await page.getByRole('button', { name: 'Offer again' }).click()
      await page.getByRole('button', { name: 'Offer', exact: true }).click()
      await page.getByRole('heading', { name: 'house-style', exact: true }).waitFor()
      const reviewer = await open(rob, new URL(page.url()).pathname)
      await reviewer.getByText(/^This text was rejected before by .+/).waitFor()
      await reviewer.getByText('“Too short.”').waitFor()
      expect(await violations(reviewer)).toEqual([])
      const { items } = await callApi<{ items: Found[] }>(server, '/reviews?state=held')
      await decide('approve', items[0] as Found, '')
      await open(mia, `/skills/${skill.id}`)
      await page.getByText(/^Accepted by .*it is now the organisation’s skill$/).waitFor()
    })

    it('leads from the list to the offer that waits already', async () => {
      const skill = await write('twice-offered')
      const { id } = await offer(skill)
      const page = await open(mia, '/skills')
      await page.getByRole('button', { name: 'More about twice-offered' }).click()
      await page.getByRole('menuitem', { name: 'Offer to the organisation' }).click()
      await page.getByRole('button', { name: 'Offer', exact: true }).click()
      await page.getByRole('link', { name: 'Open your offer' }).click()
      await page.waitForURL(`**/reviews/${id}`)
    })

    it('stands in the inbox of who offered it as what they wait for, with no more than Withdraw', async () => {
      const skill = await write('own-inbox')
      const { id } = await offer(skill)
      const page = await open(mia, `/inbox?entry=offer.${id}`)
      await page.getByRole('heading', { name: /^You wait for/ }).waitFor()
      const decision = page.getByRole('region', { name: 'Decide' })
      await decision.getByRole('button', { name: 'Withdraw' }).waitFor()
      expect(await decision.getByRole('button').count()).toBe(1)
      await page.getByText(/^D ?withdraw$/).waitFor()
      expect(await page.getByText(/approve|deny/).count()).toBe(0)
      expect(await page.getByText('When you have time').count()).toBe(0)
      expect(await violations(page)).toEqual([])
      const reviewer = await open(rob, `/inbox?entry=offer.${id}`)
      await reviewer.getByText(/^A ?accept$/).waitFor()
      await reviewer.getByText(/^D ?reject$/).waitFor()
    })

    it('tells the decision in the inbox of who offered it, also after it was opened and in another browser', async () => {
      const skill = await write('told-once')
      await decide('reject', await offer(skill), 'Say more.')
      const page = await open(mia, '/inbox')
      await page.getByRole('heading', { name: /^Decided lately/ }).waitFor()
      await page
        .getByText(/“Say more\.”/)
        .first()
        .waitFor()
      await page.getByRole('link', { name: /told-once/ }).click()
      await page.getByRole('heading', { name: 'told-once', exact: true }).waitFor()
      const elsewhere = await newPerson(browser)
      await signIn(elsewhere.page, asMia)
      for (const person of [mia, elsewhere]) {
        await open(person, '/skills')
        await open(person, '/inbox')
        await person.page.getByRole('heading', { name: /^Decided lately/ }).waitFor()
        await person.page.getByRole('link', { name: /told-once.*“Say more\.”/ }).waitFor()
      }
    })

    it('says on a skill that was renamed since that its offer waits, and under which name', async () => {
      const skill = await write('weekly-report')
      await offer(skill)
      await callApi(asMia, `/skills/${skill.id}`, {
        ...{ method: 'PUT', body: { slug: 'monthly-report' }, etag: '"1"' },
      })
      const page = await open(mia, `/skills/${skill.id}`)
      await page.getByText(/^Offered .*, waits for a review$/).waitFor()
      await page.getByText(/You offered it as weekly-report/).waitFor()
      await page.getByRole('button', { name: 'Withdraw' }).click()
      await page.getByText(/was withdrawn/).waitFor()
    })

    it('an open review hears that somebody else decided, and says who', async () => {
      const offered = await offer(await write('decided-elsewhere'))
      const page = await open(rob, `/inbox?entry=offer.${offered.id}`)
      const decision = page.getByRole('region', { name: 'Decide' })
      await decision.getByRole('button', { name: 'Accept for the organisation' }).waitFor()
      const { id, digest } = offered
      await callApi(asMia, `/reviews/${id}/withdraw`, { body: { digest, note: 'Not yet.' } })
      await page.getByText(/^Withdrawn .* by Mia: “Not yet\.”$/).waitFor()
      await decision.waitFor({ state: 'detached' })
    })

    it('an open review hears that its skill changed before anybody accepts it', async () => {
      const body = { content: textOf('moving-base', 'Theirs.'), scope: 'org' }
      const { id: base } = await callApi<Found>(server, '/skills', { body })
      const { id } = await offer(await write('moving-base'))
      const page = await open(rob, `/reviews/${id}`)
      const accept = page.getByRole('button', { name: 'Accept the change' })
      await accept.and(page.locator(':enabled')).waitFor()
      const content = textOf('moving-base', 'Theirs, changed.')
      await callApi(server, `/skills/${base}`, { method: 'PUT', body: { content } })
      await page.getByText('The skill has changed since this was offered').waitFor()
      await page.getByRole('button', { name: 'Open as a draft' }).waitFor()
      expect(await accept.isDisabled()).toBe(true)
      expect(await violations(page)).toEqual([])
    })

    it('changes of a skill that was accepted meanwhile are kept, and become an own skill', async () => {
      const skill = await write('moved-away')
      const { etag } = await callApi<{ etag: string }>(asMia, `/skills/${skill.id}`)
      const files = { file_texts: [{ path: 'notes.md', content: 'Notes.' }] }
      const change = { method: 'PUT', etag, body: files }
      const whole = await callApi<Found>(asMia, `/skills/${skill.id}`, change)
      const page = await open(mia, `/skills/${skill.id}?tab=edit`)
      const editor = page.getByRole('textbox', { name: 'SKILL.md' })
      await editor.getByText('Plainly.').click()
      await page.keyboard.press('End')
      await page.keyboard.type(' And briefly.')
      await decide('approve', await offer(whole), '')
      await page.keyboard.press('Control+s')
      await page.getByText('It was not saved: this is the organisation’s skill now').waitFor()
      await page.getByText('Your changes are not saved').waitFor()
      expect(await page.getByText(/scope "/).count()).toBe(0)
      await page.reload()
      await page.getByRole('button', { name: 'Save as my own skill' }).waitFor()
      expect(await page.getByText('You can read this skill, but not change it').count()).toBe(0)
      expect(await violations(page)).toEqual([])
      await page.getByRole('button', { name: 'Save as my own skill' }).click()
      await page.getByText('Saved as your own skill moved-away-2').waitFor()
      await page.getByRole('heading', { name: 'moved-away-2' }).waitFor()
      const id = new URL(page.url()).pathname.split('/').at(-1)
      const copy = await callApi<{ content: string; scope: string; files: { path: string }[] }>(
        asMia,
        `/skills/${id}`,
      )
      expect([copy.scope, copy.files.map(({ path }) => path)]).toEqual([
        ...['user', ['SKILL.md', 'notes.md']],
      ])
      expect(copy.content).toContain('Plainly. And briefly.')
    })
  },
)
