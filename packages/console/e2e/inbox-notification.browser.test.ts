import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { violationsInBothThemes } from './support/axe.ts'
import { type Chromium, chromiumPath, sharedChromium } from './support/chromium.ts'
import { newPerson, type Person, signIn } from './support/person.ts'
import { type RealServer, startRealServer } from './support/real-server.ts'

describe.skipIf(!chromiumPath)('the digest of the inbox, in Chromium', { timeout: 120_000 }, () => {
  let receiver: Server
  let address: string
  let status = 204
  const received: { readonly headers: IncomingHttpHeaders; readonly body: string }[] = []
  let server: RealServer
  let browser: Chromium
  let owner: Person

  beforeAll(async () => {
    receiver = createServer(async (request, response) => {
      received.push({ headers: request.headers, body: await text(request) })
      response.writeHead(status).end()
    }).listen(0, '127.0.0.1')
    await once(receiver, 'listening')
    const host = `127.0.0.1:${(receiver.address() as AddressInfo).port}`
    address = `http://${host}/hooks/skills`
    const settings = { REPERTOIRE_OUTBOUND_ALLOW: host }
    ;[server, browser] = await Promise.all([startRealServer(settings), sharedChromium()])
    owner = await newPerson(browser)
    owner.page.setDefaultTimeout(10_000)
    await signIn(owner.page, server)
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
    receiver?.closeAllConnections()
    receiver?.close()
  })

  it('an owner has it sent, sees the secret once, tests it, and switches it off', async () => {
    const { page } = owner
    await page.goto(`${server.url}/settings/approvals`)
    const section = page.getByRole('region', { name: 'Digest of the inbox' })
    await section.getByText('Nothing is sent.').waitFor()
    expect(await violationsInBothThemes(page)).toEqual([])

    await section.getByRole('button', { name: 'Have a digest sent…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Digest of the inbox' })
    await dialog.getByLabel('Address').fill('https://user:pass@hooks.example/a')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('without a user name, a password or a fragment').waitFor()
    await dialog.getByLabel('Address').fill(address)
    await dialog.getByLabel('How often').selectOption('weekly')
    await dialog.getByLabel('Entries that have to wait').fill('1')
    expect(await violationsInBothThemes(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    const secret = (await section.getByText(/^whsec_/).textContent()) ?? ''
    expect(await violationsInBothThemes(page)).toEqual([])

    await section.getByRole('button', { name: 'Send a test' }).click()
    await section.getByText('It was taken.').waitFor()
    const { headers, body } = received.at(-1) ?? { headers: {}, body: '' }
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
    const mac = createHmac('sha256', key).update(signed).digest('base64')
    expect(headers['webhook-signature']).toBe(`v1,${mac}`)
    expect(JSON.parse(body)).toMatchObject({ type: 'inbox.test', url: `${server.url}/inbox` })

    status = 500
    await section.getByRole('button', { name: 'Send a test' }).click()
    await section.getByText('The address answered 500').waitFor()
    await page.reload()
    await section.getByText('weekly, when at least 1 entry waits').waitFor()
    expect(await page.content()).not.toContain(secret)

    await section.getByRole('button', { name: 'Switch off…' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Switch off' }).click()
    await section.getByText('Nothing is sent.').waitFor()
  })
})
