import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { violationsInBothThemes } from './support/axe.ts'
import { type Chromium, chromiumPath, sharedChromium } from './support/chromium.ts'
import { newPerson, type Person, signIn } from './support/person.ts'
import { callApi, type RealServer, startRealServer } from './support/real-server.ts'

const skillMd = (name: string, description: string, ...lines: readonly string[]) =>
  [
    '---',
    `name: ${name}`,
    `description: ${description}`,
    ...lines,
    '---',
    '# How',
    '1. Look.',
    '',
  ].join('\n')

const skills = [
  skillMd('trade', 'Buy and sell tokens.', 'routing: {keywords: [buy], stages: [decide]}'),
  skillMd('paper', 'Trade on paper.', 'routing: {keywords: [buy], negative_keywords: [really]}'),
  skillMd(
    'glass',
    'On-chain figures.',
    'routing: {conditions: {requires_env: [GLASSNODE_API_KEY]}}',
  ),
]

describe.skipIf(!chromiumPath)('routing, in Chromium', { timeout: 120_000 }, () => {
  let server: RealServer
  let browser: Chromium
  let person: Person

  beforeAll(async () => {
    ;[server, browser] = await Promise.all([startRealServer(), sharedChromium()])
    const routing = { vocabularies: ['finance', 'software'] }
    await callApi(server, '/settings', { method: 'PUT', body: { routing } })
    for (const content of skills) await callApi(server, '/skills', { body: { content } })
    person = await newPerson(browser)
    await signIn(person.page, server)
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  it('E2: is found beside the skills, says what it is for, and is asked by keyboard alone', async () => {
    const { page } = person
    await page.getByRole('link', { name: 'Skills', exact: true }).click()
    await page.getByRole('link', { name: 'Routing' }).click()
    await page.getByText('Ask about a message').waitFor()
    expect(await violationsInBothThemes(page)).toEqual([])
    await page.getByLabel('Message').focus()
    await page.keyboard.type('Should I really buy?')
    await page.keyboard.press('Tab')
    await page.keyboard.type('paper')
    await page.keyboard.press('Enter')
    await page.getByText('paper is not in the catalogue').waitFor()
    await page.getByText('“really” is in the message').waitFor()
    const row = page.getByRole('row', { name: /trade/ })
    await row.getByText('its keyword “buy”, the stage decide').waitFor()
    expect(await violationsInBothThemes(page)).toEqual([])
    expect(new URL(page.url()).searchParams.get('skill')).toBe('paper')
  })

  it('E3: an address tells the same: why a skill with a missing key is not there', async () => {
    const { page } = person
    await page.goto(`${server.url}/routing?message=buy&skill=glass`)
    await page.getByText('It needs the setting GLASSNODE_API_KEY, which is not there.').waitFor()
    await page.goto(`${server.url}/routing?message=buy&skill=nobody`)
    await page.getByText('You have no skill “nobody”').waitFor()
  })

  it('E2: the organisation sets slots and body budget, and an agent has its own', async () => {
    const { page } = person
    await page.goto(`${server.url}/settings/routing`)
    await page.getByLabel('Characters of skill texts in one turn').fill('9000')
    await page.getByLabel('Lines chosen by search').fill('4')
    await page.getByText('Score table').click()
    await page.getByLabel('Each keyword', { exact: true }).fill('40')
    expect(await violationsInBothThemes(page)).toEqual([])
    await page.getByRole('button', { name: 'Save settings' }).click()
    await page.getByText('Settings saved').waitFor()
    const settings = await callApi<{ skill_body_budget_chars: number; routing: object }>(
      server,
      '/settings',
    )
    expect(settings.skill_body_budget_chars).toBe(9_000)
    expect(settings.routing).toMatchObject({ search_slots: 4, table: { keyword: 40 } })

    await page.goto(`${server.url}/agents/new`)
    await page.getByLabel('Name', { exact: true }).fill('Trader')
    await page.getByLabel('Catalogue for each turn').check()
    await page.getByLabel('Its own').check()
    await page.getByLabel('Lines chosen by score').fill('2')
    await page.getByLabel('software').uncheck()
    expect(await violationsInBothThemes(page)).toEqual([])
    await page.getByRole('button', { name: 'Create agent' }).click()
    await page.getByText('Trader is set up').waitFor()
    const { items } = await callApi<{ items: { routing: object; toolsets: string[] }[] }>(
      server,
      '/agents',
    )
    expect(items[0]?.toolsets).toContain('routed')
    expect(items[0]?.routing).toMatchObject({
      ...{ signal_slots: 2, search_slots: 4, vocabularies: ['finance'] },
    })
  })

  it('E2, E5: a turn’s catalogue and what had no room stand in its timeline and in the pill', async () => {
    const { page } = person
    await callApi(server, '/settings', {
      method: 'PUT',
      body: { toolsets: ['routed'], skill_body_budget_chars: 5 },
    })
    const { id } = await callApi<{ id: string }>(server, '/conversations', { body: {} })
    await callApi(server, `/conversations/${id}/messages`, {
      body: { text: 'Buy the tokens' },
    })
    await page.goto(`${server.url}/chat/${id}`)
    await page.getByText('Loaded trade').waitFor()
    await page.getByRole('button', { name: 'Timeline' }).click()
    await page.getByText(/^Offered 2 of 2 skills for decide: trade \(60/).waitFor()
    await page.getByText(/No room for the text of trade/).waitFor()
    await page.getByRole('button', { name: /^Skills \(0 \/ 5\)/ }).click()
    await page.getByText('No room for its text').waitFor()
    expect(await violationsInBothThemes(page)).toEqual([])
  })
})
