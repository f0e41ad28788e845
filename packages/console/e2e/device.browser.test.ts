import type { DeviceCodeBody, DeviceTokenBody, Me } from '@repertoire/protocol'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { violationsInBothThemes } from './support/axe.ts'
import { type Chromium, chromiumPath, sharedChromium } from './support/chromium.ts'
import { newPerson } from './support/person.ts'
import { type RealServer, startRealServer } from './support/real-server.ts'

describe.skipIf(!chromiumPath)('the login of a program, in Chromium', { timeout: 120_000 }, () => {
  let server: RealServer
  let browser: Chromium

  beforeAll(async () => {
    ;[server, browser] = await Promise.all([startRealServer(), sharedChromium()])
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  async function post<Answer>(path: string, body: object): Promise<Answer> {
    const response = await fetch(`${server.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return (await response.json()) as Answer
  }

  it('a person signs in, sees who asks, leaves a permission out, and gives the key', async () => {
    const asked = { name: 'repertoire on <b>laptop</b>' }
    const code = await post<DeviceCodeBody>('/api/v1/device/code', asked)
    const { page, complaints } = await newPerson(browser)
    await page.goto(`${server.url}${code.verification_path}`)
    await page.getByLabel('API key').fill(server.apiKey)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Connect a program' }).waitFor()
    expect(await page.getByLabel('Code').inputValue()).toBe(code.user_code)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('repertoire on <b>laptop</b>').waitFor()
    await page.getByLabel('members.write').uncheck()
    expect(await violationsInBothThemes(page)).toEqual([])
    await page.getByRole('button', { name: 'Give it the key' }).click()
    await page.getByText('The program has its key').waitFor()
    const token = await post<DeviceTokenBody>('/api/v1/device/token', {
      device_code: code.device_code,
    })
    if (token.status !== 'granted') throw new Error(token.status)
    const headers = { authorization: `Bearer ${token.key}` }
    const me = (await (await fetch(`${server.url}/api/v1/me`, { headers })).json()) as Me
    expect(me.permissions).toContain('skills.read')
    expect(me.permissions).not.toContain('members.write')

    await page.goto(`${server.url}/device`)
    await page.getByLabel('Code').fill('BBBB-BBBB')
    await page.keyboard.press('Enter')
    await page.getByText('No program waits with this code').waitFor()
    expect(complaints.filter((one) => !/40[14]/.test(one))).toEqual([])
  })
})
