import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { violationsInBothThemes } from './support/axe.ts'
import { type Chromium, chromiumPath, sharedChromium } from './support/chromium.ts'
import { newPerson, type Person, signIn } from './support/person.ts'
import { callApi, type RealServer, startRealServer } from './support/real-server.ts'
import { postgresSkill } from './support/sample-folder.ts'

interface Kept {
  readonly id: string
  readonly slug: string
  readonly content: string
  readonly enabled: boolean
  readonly revision: number
  readonly tags: string[]
}

const skillMd = (name: string, tags: readonly string[]) =>
  `---\nname: ${name}\ndescription: Does ${name}.\ntags: [${tags.join(', ')}]\n---\n# ${name}\n`

describe.skipIf(!chromiumPath)(
  'B8: the library and its history in Chromium',
  { timeout: 120_000 },
  () => {
    let server: RealServer
    let browser: Chromium
    let person: Person
    let page: Page

    const skills = async () => (await callApi<{ items: Kept[] }>(server, '/skills?limit=200')).items
    const create = (content: string) => callApi<Kept>(server, '/skills', { body: { content } })
    const row = (name: string) =>
      page.getByRole('table', { name: 'Skills' }).getByRole('link', { name, exact: true })
    const open = async () => {
      await page.goto(`${server.url}/skills`)
      await page.getByRole('table', { name: 'Skills' }).waitFor()
    }
    const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '')

    beforeAll(async () => {
      ;[server, browser] = await Promise.all([startRealServer(), sharedChromium()])
      await create(postgresSkill)
      for (const name of ['alpha', 'beta', 'gamma']) await create(skillMd(name, ['data', name]))
      await callApi(server, '/settings', {
        method: 'PUT',
        body: { skill_enablement_policy: 'auto' },
      })
      person = await newPerson(browser)
      page = person.page
      await signIn(page, server)
    })
    afterAll(async () => {
      await browser?.close()
      await server?.stop()
    })

    it('deletes at once, and the undo brings the same skill back', async () => {
      const [alpha] = (await skills()).filter(({ slug }) => slug === 'alpha')
      await page.goto(`${server.url}/skills/${alpha?.id}`)
      await page.getByRole('button', { name: 'Delete skill' }).click()
      await page.getByText('“alpha” deleted').waitFor()
      expect((await skills()).map(({ slug }) => slug)).not.toContain('alpha')
      await row('alpha').waitFor({ state: 'detached' })
      await page.getByRole('button', { name: 'Undo' }).click()
      await page.getByText('“alpha” restored').waitFor()
      await row('alpha').waitFor()
      expect((await skills()).find(({ slug }) => slug === 'alpha')?.id).toBe(alpha?.id)
    })

    it('restores what was deleted, under another slug when its own was taken', async () => {
      const before = (await skills()).find(({ slug }) => slug === 'gamma')
      await callApi(server, `/skills/${before?.id}`, { method: 'DELETE' })
      await create(skillMd('gamma', ['other']))
      await open()
      await page.getByRole('link', { name: 'Recently deleted' }).click()
      await page
        .getByText(/^Deleted .* by /)
        .first()
        .waitFor()
      expect(await violationsInBothThemes(page)).toEqual([])
      await page.getByRole('button', { name: 'Restore gamma' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Slug').fill('gamma.old')
      expect(await violationsInBothThemes(page)).toEqual([])
      await dialog.getByRole('button', { name: 'Restore' }).click()
      await page.getByText('Nothing was deleted').waitFor()
      const after = (await skills()).find(({ slug }) => slug === 'gamma.old')
      expect(after?.id).toBe(before?.id)
      await callApi(server, `/skills/${before?.id}`, { method: 'DELETE' })
      await page.reload()
      await page.getByRole('button', { name: 'Delete for good: gamma' }).click()
      await page.getByRole('button', { name: 'Delete for good', exact: true }).last().click()
      await page.getByText('Nothing was deleted').waitFor()
    })

    it('walks, selects, deletes and edits with keys alone', async () => {
      await open()
      await row('alpha').waitFor()
      const press = async (...keys: string[]) => {
        for (const key of keys) await page.keyboard.press(key)
      }
      await press('j')
      expect(await focused()).toBe('alpha')
      await press('ArrowDown')
      expect(await focused()).toBe('beta')
      await press('x')
      await page.getByText('1 skill selected').waitFor()
      await press('k', 'x')
      await page.getByText('2 skills selected').waitFor()
      await press('x', 'ArrowDown', 'x')
      await page.getByRole('toolbar').waitFor({ state: 'detached' })
      await press('Delete')
      await page.getByText('“beta” deleted').waitFor()
      await row('beta').waitFor({ state: 'detached' })
      expect(await focused()).toBe('gamma')
      await page.getByRole('button', { name: 'Undo' }).click()
      await row('beta').waitFor()
      await row('alpha').focus()
      await press('e')
      await page.getByRole('textbox', { name: 'SKILL.md' }).waitFor()
    })

    it('deletes from the row’s menu, and finds the deleted ones by the palette', async () => {
      await open()
      await page.getByRole('button', { name: 'More about beta' }).click()
      await page.getByRole('menuitem', { name: 'Delete' }).click()
      await page.getByText('“beta” deleted').waitFor()
      await row('beta').waitFor({ state: 'detached' })
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog').getByRole('combobox').fill('recently')
      await page.getByRole('option', { name: 'Recently deleted skills' }).click()
      await page.getByRole('button', { name: 'Restore beta' }).click()
      await page.getByText('Nothing was deleted').waitFor()
    })

    it('names every key in the dialog of shortcuts', async () => {
      await open()
      await page.locator('#main').focus()
      await page.keyboard.press('Shift+?')
      const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
      for (const does of [
        'Select the skill or the entry of the row',
        'Edit the skill',
        'Delete the skill',
      ]) {
        await dialog.getByText(does).waitFor()
      }
      await page.keyboard.press('Escape')
    })

    it('renames, merges and takes off tags over the library', async () => {
      await open()
      await page.getByRole('button', { name: 'Manage tags' }).click()
      const dialog = page.getByRole('dialog', { name: 'Tags' })
      await dialog.getByLabel('Name of the tag data', { exact: true }).fill('facts')
      await dialog.getByRole('button', { name: 'Rename' }).and(page.locator(':enabled')).click()
      await page.getByText('#data is #facts now: 2 skills').waitFor()
      await dialog.getByLabel('Name of the tag other').fill('facts')
      expect(await violationsInBothThemes(page)).toEqual([])
      await dialog.getByRole('button', { name: 'Merge into #facts' }).click()
      await page.getByText('#other is #facts now: 1 skill').waitFor()
      await dialog.getByRole('button', { name: 'Remove the tag beta' }).click()
      await dialog.getByRole('button', { name: 'Take off 1 skill: beta' }).click()
      await page.getByText('#beta taken off: 1 skill').waitFor()
      const tags = Object.fromEntries((await skills()).map(({ slug, tags }) => [slug, tags]))
      expect(tags).toMatchObject({ alpha: ['facts', 'alpha'], beta: ['facts'], gamma: ['facts'] })
      await page.keyboard.press('Escape')
    })

    it('compares any two revisions, says who wrote them and why, and restores one', async () => {
      const alpha = (await skills()).find(({ slug }) => slug === 'alpha')
      const body = { content: `${skillMd('alpha', ['facts'])}\nWorse.\n`, reason: 'a mistake' }
      await callApi(server, `/skills/${alpha?.id}`, { method: 'PUT', body })
      await page.goto(`${server.url}/skills/${alpha?.id}?tab=revisions`)
      const list = page.getByRole('list', { name: 'Revisions' })
      await list.getByText('a mistake').waitFor()
      await list.getByText(/ by /).first().waitFor()
      await page.getByLabel('From', { exact: true }).selectOption('1')
      await page.getByRole('textbox', { name: 'What changed from revision 1 to 3' }).waitFor()
      await page.getByRole('button', { name: 'Restore revision 1' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Why? (optional)').fill('it was right')
      expect(await violationsInBothThemes(page)).toEqual([])
      await dialog.getByRole('button', { name: 'Restore' }).click()
      await list.getByText('Restored revision 1: it was right').waitFor()
      const after = (await skills()).find(({ slug }) => slug === 'alpha')
      expect(after).toMatchObject({ revision: 4, tags: ['data', 'alpha'] })
    })

    it('switches all that match the filter, and tells each that would not', async () => {
      const many = Array.from(
        { length: 60 },
        (_, index) => `bulk-${String(index).padStart(2, '0')}`,
      )
      const items = many.map((name) => {
        const content = Buffer.from(skillMd(name, ['bulk'])).toString('base64')
        return { path: name, files: [{ path: 'SKILL.md', content_base64: content }] }
      })
      for (const at of [0, 30]) {
        await callApi(server, '/imports', { body: { items: items.slice(at, at + 30) } })
      }
      await page.goto(`${server.url}/skills?tags=bulk`)
      await page.getByText('60 skills', { exact: true }).waitFor()
      await page.getByLabel('Select all that match').check()
      await page.getByText('60 skills selected').waitFor()
      const last = (await skills()).find(({ slug }) => slug === 'bulk-59')
      await callApi(server, `/skills/${last?.id}`, { method: 'DELETE' })
      await page.getByRole('toolbar').getByRole('button', { name: 'Disable' }).click()
      await page.getByText('59 skills disabled').waitFor()
      const alert = page.getByRole('alert').filter({ hasText: '1 skill not disabled' })
      await alert.getByText('bulk-59').waitFor()
      expect(await violationsInBothThemes(page)).toEqual([])
      await alert.getByRole('button').click()
      const on = (await skills()).filter(({ slug, enabled }) => slug.startsWith('bulk') && enabled)
      expect(on).toEqual([])
    })

    it('shows that a skill went on since a conversation took it up, and upgrades it by a click', async () => {
      const slug = 'postgres.slow-triage'
      const talk = await callApi<{ id: string }>(server, '/conversations', { body: {} })
      const place = `/conversations/${talk.id}/skills/${slug}`
      await callApi(server, place, { method: 'PUT' })
      const skill = (await skills()).find((one) => one.slug === slug)
      for (const step of ['5. Measure again.', '6. Tell the team.']) {
        const { content } = await callApi<Kept>(server, `/skills/${skill?.id}`)
        const change = { method: 'PUT', body: { content: `${content}${step}\n` } }
        await callApi(server, `/skills/${skill?.id}`, change)
      }
      await page.goto(`${server.url}/chat/${talk.id}`)
      await page.getByText('2 newer revisions').waitFor()
      await page.getByRole('button', { name: /^Skills \(/ }).click()
      await page.getByText('Revision 1, 2 newer').waitFor()
      expect(await violationsInBothThemes(page)).toEqual([])
      await page.getByRole('button', { name: /to its newest revision/ }).click()
      await page.getByText('Revision 1, 2 newer').waitFor({ state: 'detached' })
      const now = await callApi<{ pinned: { revision: number; newer_revisions: number }[] }>(
        server,
        `/conversations/${talk.id}/skills`,
      )
      expect(now.pinned).toMatchObject([{ revision: 3, newer_revisions: 0 }])
    })

    it('says of an active skill that it is no longer available, and of the turn that leaves it out why', async () => {
      await create(skillMd('fleeting', ['brief']))
      const talk = await callApi<{ id: string }>(server, '/conversations', { body: {} })
      await callApi(server, `/conversations/${talk.id}/skills/fleeting`, { method: 'PUT' })
      const skill = (await skills()).find((one) => one.slug === 'fleeting')
      const change = (body: object) =>
        callApi(server, `/skills/${skill?.id}`, { method: 'PUT', body })
      await change({ slug: 'short-lived' })
      const pill = page.getByRole('button', { name: /^Skills \(/ })
      const popup = page.getByRole('dialog', { name: 'Skills in this conversation' })
      await page.goto(`${server.url}/chat/${talk.id}`)
      await pill.click()
      await popup.getByText('Now short-lived, activated as fleeting').waitFor()
      await popup.getByRole('button', { name: /^Deactivate/ }).waitFor()
      await page.keyboard.press('Escape')
      await change({ enabled: false })
      await page.reload()
      await page.getByText('1 skill no longer available').waitFor()
      await pill.click()
      await popup
        .getByText('No longer available: disabled. It leaves with the next message.')
        .waitFor()
      expect(await popup.getByRole('button', { name: /^Deactivate/ }).count()).toBe(0)
      expect(await violationsInBothThemes(page)).toEqual([])
      await page.keyboard.press('Escape')
      await page.getByRole('textbox', { name: 'Message' }).fill('Go on.')
      await page.keyboard.press('Enter')
      await page.getByText('fleeting is no longer available: disabled', { exact: true }).waitFor()
      await page.getByText('1 skill no longer available').waitFor({ state: 'detached' })
    })

    it('complains about nothing meanwhile', () => {
      const unexpected = person.complaints.filter((text) => !/ 40[49] | 412 /.test(text))
      expect(unexpected).toEqual([])
    })
  },
)
