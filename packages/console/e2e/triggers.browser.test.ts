import { createHmac } from 'node:crypto'
import { joinMember } from '@repertoire/client/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { violationsInBothThemes } from './support/axe.ts'
import { type Chromium, chromiumPath, sharedChromium } from './support/chromium.ts'
import { newPerson, type Person, signIn } from './support/person.ts'
import { callApi, connectionTo, type RealServer, startRealServer } from './support/real-server.ts'

describe.skipIf(!chromiumPath)('triggers, in Chromium', { timeout: 120_000 }, () => {
  let server: RealServer
  let browser: Chromium
  let person: Person

  beforeAll(async () => {
    ;[server, browser] = await Promise.all([startRealServer(), sharedChromium()])
    person = await newPerson(browser)
    await signIn(person.page, server)
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  it('E8: a schedule is set up with its next times in sight, run now, followed and switched off', async () => {
    const { page } = person
    await page.getByRole('link', { name: 'Triggers' }).click()
    await page.getByText('Nothing starts by itself yet').waitFor()
    expect(await violationsInBothThemes(page)).toEqual([])
    await page.getByRole('link', { name: 'New trigger' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Morning look')
    await page.getByLabel('Schedule', { exact: true }).fill('whenever')
    await page.getByText('A schedule has five fields').waitFor()
    await page.getByLabel('Schedule', { exact: true }).fill('0 7 * * 1')
    await page.getByLabel('Time zone').fill('Europe/Berlin')
    const times = page.getByRole('list', { name: 'Next times' }).getByRole('listitem')
    await page.getByText('At 07:00, only on Monday, by the clocks of Europe/Berlin').waitFor()
    await times
      .filter({ hasText: /there Monday 7:00/ })
      .nth(4)
      .waitFor()
    await page.getByLabel('What it is told').fill('What is new?')
    expect(await violationsInBothThemes(page)).toEqual([])
    await page.getByRole('button', { name: 'Create trigger' }).click()
    await page.getByRole('button', { name: 'Run now' }).click()
    await page.getByRole('list', { name: 'Last turns' }).getByText('Done').waitFor()
    expect(await violationsInBothThemes(page)).toEqual([])

    await page.getByRole('link', { name: 'Trace', exact: true }).click()
    await page.getByText('A trigger started a turn').waitFor()
    await page.getByText('The turn ended').waitFor()
    expect(await violationsInBothThemes(page)).toEqual([])
    await page.getByRole('link', { name: 'Conversation', exact: true }).click()
    await page.getByText('Started by a schedule').waitFor()
    await page.getByRole('button', { name: 'Timeline' }).click()
    await page.getByTitle('The whole trace').click()
    await page.getByText('A trigger started a turn').waitFor()
    await page.getByRole('link', { name: 'Schedule', exact: true }).click()
    await page.getByRole('switch', { name: 'Morning look is enabled' }).click()
    await page.getByRole('link', { name: 'Triggers' }).click()
    await page
      .getByRole('listitem')
      .filter({ hasText: 'Morning look' })
      .getByText('Disabled')
      .waitFor()
  })

  it('asks before an unsaved trigger is left, and shows the secret of one saved on the way', async () => {
    const { page } = person
    const leave = () => page.getByRole('link', { name: 'Agents' }).click()
    const answer = (button: string) =>
      page
        .getByRole('alertdialog', { name: 'Save your changes to the new trigger?' })
        .getByRole('button', { name: button, exact: true })
        .click()
    await page.goto(`${server.url}/triggers/new`)
    await page.getByLabel('Name', { exact: true }).fill('Left early')
    await page.getByLabel('Kind').selectOption('webhook')
    await page.getByLabel('What it is told').fill('Look.')
    await leave()
    await answer('Save')
    await page.getByText('Keep this secret now').waitFor()
    await leave()
    await page.getByRole('heading', { name: 'Agents', level: 1 }).waitFor()
    await page.goto(`${server.url}/triggers`)
    await page.getByRole('link', { name: 'Left early' }).click()
    await page.getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByText('Left early').first().waitFor({ state: 'detached' })
  })

  it('E8: a webhook shows its secret once, with a command, and takes what is signed with it', async () => {
    const { page } = person
    await page.goto(`${server.url}/triggers/new`)
    await page.getByLabel('Name', { exact: true }).fill('Alerts')
    await page.getByLabel('Kind').selectOption('webhook')
    await page.getByLabel('What it is told').fill('Look at this alert.')
    await page.getByRole('button', { name: 'Create trigger' }).click()
    const shown = page.getByRole('region', { name: 'Secret', exact: true })
    const secret = /whsec_\S+/.exec(await shown.innerText())?.[0] ?? ''
    await page.getByText('openssl dgst -sha256').waitFor()
    expect(await violationsInBothThemes(page)).toEqual([])
    await page.getByRole('link', { name: 'I have kept it' }).click()
    await page.getByText('It has started no turn yet.').waitFor()
    expect(await page.content()).not.toContain(secret)
    const id = page.url().split('/').at(-1) ?? ''
    expect(await deliver(server.url, { id, secret })).toBe(202)
    await page.getByRole('list', { name: 'Last turns' }).getByText('Done').waitFor()
    await page.goto(`${server.url}/traces`)
    await page.getByRole('link', { name: /Look at this alert/ }).click()
    await page.getByText('A trigger started a turn').waitFor()
  })

  it('E8: an owner sees a member’s trigger among everybody’s, follows its turn and stops it, on a phone too', async () => {
    const key = await joinMember(connectionTo(server), { name: 'Robin Vale' })
    const trigger = { kind: 'cron', cron: '0 9 * * 1', time_zone: 'Asia/Tokyo', missed: 'skip' }
    const body = { name: 'Robin’s Monday', message: 'PRIVATE WORDS', trigger }
    const theirs = { ...server, apiKey: key.key }
    const { signal } = await callApi<{ signal: { id: string } }>(theirs, '/triggers', {
      body,
    })
    await callApi(theirs, `/triggers/${signal.id}/run`, { method: 'POST' })

    const { page } = person
    await page.setViewportSize({ width: 390, height: 780 })
    await page.goto(`${server.url}/triggers`)
    await page.getByRole('link', { name: 'Everybody’s' }).click()
    await page.getByRole('combobox', { name: 'Person' }).selectOption('Robin Vale')
    const list = page.getByRole('list', { name: 'Everybody’s triggers' })
    const row = list.getByRole('listitem').filter({ hasText: 'Robin’s Monday' }).first()
    await row.getByRole('definition').filter({ hasText: 'Robin Vale' }).waitFor()
    await row.getByRole('definition').filter({ hasText: 'Done' }).waitFor()
    await list.getByText('Morning look').waitFor({ state: 'detached' })
    await row.getByRole('button', { name: 'Turns of Robin’s Monday' }).click()
    const trace = row.getByRole('link', { name: 'Trace' })
    await trace.waitFor()
    expect(await violationsInBothThemes(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await trace.click()
    await page.getByText('A trigger started a turn').waitFor()
    await page.getByText('This turn is somebody else’s').waitFor()
    expect(await page.content()).not.toContain('PRIVATE WORDS')
    await page.goBack()

    await row.getByRole('button', { name: 'Stop Robin’s Monday' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Stop it' }).focus()
    await page.keyboard.press('Enter')
    await row.getByText('Disabled', { exact: true }).waitFor()
    await row.getByText('It was switched off by a person.').waitFor()
    await page.getByRole('combobox', { name: 'State' }).selectOption('Enabled')
    await page.getByText('None fits').waitFor()
    await page.getByRole('link', { name: 'Show all of them' }).click()
    await list.getByText('Morning look').waitFor()
    await page.setViewportSize({ width: 1280, height: 820 })
  })
})

async function deliver(url: string, hook: { id: string; secret: string }): Promise<number> {
  const body = '{"note":"it fell"}'
  const timestamp = String(Math.floor(Date.now() / 1000))
  const key = Buffer.from(hook.secret.replace('whsec_', ''), 'base64')
  const mac = createHmac('sha256', key).update(`evt_1.${timestamp}.${body}`).digest('base64')
  const headers = {
    'content-type': 'application/json',
    'repertoire-trigger': hook.id,
    'webhook-id': 'evt_1',
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${mac}`,
  }
  return (await fetch(`${url}/api/v1/trigger-deliveries`, { method: 'POST', headers, body })).status
}
