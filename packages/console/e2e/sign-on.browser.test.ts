import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { violationsInBothThemes } from './support/axe.ts'
import { type Chromium, chromiumPath, sharedChromium } from './support/chromium.ts'
import { newPerson, signIn } from './support/person.ts'
import { type RealServer, startRealServer } from './support/real-server.ts'

interface RealProvider {
  readonly issuer: string
  readonly accounts: Map<string, object>
  stop(): Promise<void>
}

interface ProviderSupport {
  readonly providerClient: { readonly id: string; readonly secret: string }
  readonly startRealProvider: (redirectUris: string[]) => Promise<RealProvider>
}

const support = join(
  import.meta.dirname,
  '../../server/src/identity/sign-on/testing/real-provider.ts',
)
const { providerClient, startRealProvider } = (await import(
  /* @vite-ignore */ support
)) as ProviderSupport

describe.skipIf(!chromiumPath)('single sign-on, in Chromium', { timeout: 120_000 }, () => {
  let server: RealServer
  let browser: Chromium
  let provider: RealProvider
  let folder: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sign-on-'))
    const file = join(folder, 'sign-on.yaml')
    const settings: Record<string, string> = {}
    ;[server, browser] = await Promise.all([startRealServer(settings), sharedChromium()])
    provider = await startRealProvider([`${server.url}/api/v1/sign-on/acme/callback`])
    settings.REPERTOIRE_OUTBOUND_ALLOW = new URL(provider.issuer).host
    await writeFile(
      file,
      `public_url: ${server.url}
providers:
  acme:
    title: Acme
    issuer: ${provider.issuer}
    client_id: ${providerClient.id}
    client_secret: ${providerClient.secret}
    roles: { admins: admin }
`,
    )
    settings.REPERTOIRE_SIGN_ON = file
    await server.kill()
    await server.restart()
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
    await provider?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  /** On the provider's own pages. */
  async function answerProvider(page: Page, subject: string): Promise<void> {
    await page.locator('input[name=login]').fill(subject)
    await page.locator('input[name=password]').fill('any')
    await page.locator('button[type=submit]').click()
    const agree = page.getByRole('button', { name: 'Continue' })
    await agree.waitFor({ timeout: 3_000 }).then(
      () => agree.click(),
      () => undefined,
    )
  }

  it('a person signs in at the provider, and again there to make a key', async () => {
    provider.accounts.set('ann', { name: 'Ann', groups: ['admins'] })
    const { page } = await newPerson(browser)
    await page.goto(`${server.url}/login?next=/settings/you`)
    const link = page.getByRole('link', { name: 'Sign in with Acme' })
    await link.waitFor()
    expect(await violationsInBothThemes(page)).toEqual([])
    await page.getByLabel('API key').focus()
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Enter')
    await answerProvider(page, 'ann')
    await page.getByText('Signed in as Ann').waitFor()
    expect(new URL(page.url()).pathname).toBe('/settings/you')
    await page.getByRole('link', { name: 'Keys and sessions' }).click()

    const keys = page.getByRole('region', { name: 'API keys' })
    await keys.getByLabel('What it is for').fill('laptop')
    await keys.getByRole('button', { name: 'Create key' }).click()
    const dialog = page.getByRole('dialog', { name: 'Sign in again' })
    const again = dialog.getByRole('link', { name: 'Sign in again with Acme' })
    const [tab] = await Promise.all([page.context().waitForEvent('page'), again.click()])
    await answerProvider(tab, 'ann')
    await tab.getByRole('heading', { name: 'Ask something. Repertoire finds the skill.' }).waitFor()
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('Copy it now').waitFor()
  })

  it('who is refused reads why, and who was removed is let in by an admin', async () => {
    provider.accounts.set('bob', { name: 'Bob', groups: [] })
    const bob = (await newPerson(browser)).page
    const signInAsBob = async () => {
      await bob.context().clearCookies()
      await bob.goto(`${server.url}/login`)
      await bob.getByRole('link', { name: 'Sign in with Acme' }).click()
      await answerProvider(bob, 'bob')
    }
    await signInAsBob()
    await bob.getByText('You are in no group that may sign in here').waitFor()
    expect(await violationsInBothThemes(bob)).toEqual([])
    provider.accounts.set('bob', { name: 'Bob', groups: ['admins'] })
    await signInAsBob()
    await bob.getByRole('heading', { name: 'Ask something. Repertoire finds the skill.' }).waitFor()

    const { page: owner } = await newPerson(browser)
    await signIn(owner, server)
    const { items } = (await (await owner.request.get(`${server.url}/api/v1/members`)).json()) as {
      items: { id: string; name: string }[]
    }
    const id = items.find(({ name }) => name === 'Bob')?.id
    await owner.request.delete(`${server.url}/api/v1/members/${id}`, {
      headers: { origin: server.url },
    })
    await signInAsBob()
    await bob.getByText('Your account here was removed').waitFor()
    await owner.goto(`${server.url}/settings/members`)
    const removed = owner.getByRole('list', { name: 'Removed people' })
    await removed.getByRole('button', { name: 'Let in again' }).click()
    await owner.getByText('Bob can sign in again').waitFor()
    await signInAsBob()
    await bob.getByRole('heading', { name: 'Ask something. Repertoire finds the skill.' }).waitFor()
  })

  it('words in a link are not shown on the login page', async () => {
    const { page } = await newPerson(browser)
    await page.goto(`${server.url}/login?problem=${encodeURIComponent('Call +1 555 now')}`)
    await page.getByText('Single sign-on did not work').waitFor()
    expect(await page.locator('body').innerText()).not.toContain('555')
  })
})
