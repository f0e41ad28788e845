import type { ToolGrantBody, ToolStandingList } from '@repertoire/protocol'
import { afterEach, describe, expect, it } from 'vitest'
import {
  type ConnectorFixture,
  createConnectorFixture,
  everythingServer,
  nodeServer,
} from '../../runtime/connectors/testing/connector-fixture.ts'
import { createTestServer } from '../../testing/test-server.ts'

const fixtures: ConnectorFixture[] = []

afterEach(async () => {
  await Promise.all(fixtures.splice(0).map((fixture) => fixture.end()))
})

/** The official reference server twice, trusted and untrusted, and one that cannot be reached. */
async function serverWithThree() {
  const reference = nodeServer(everythingServer, 'stdio')
  const fixture = await createConnectorFixture({
    believed: { ...reference, trust_annotations: true },
    untrusted: reference,
    absent: { url: 'http://127.0.0.1:9/mcp' },
  })
  fixtures.push(fixture)
  return createTestServer({ connectors: fixture.service })
}

describe('the tools of real connectors', { timeout: 120_000 }, () => {
  it('E6: have the tier of their annotations where these are trusted, and the strict one elsewhere', async () => {
    const server = await serverWithThree()
    const { body } = await server.call<ToolStandingList>('/api/v1/tools')
    expect(body.unavailable).toEqual(['absent'])
    const tierOf = (name: string) => body.items.find((tool) => tool.name === name)?.tier
    expect(tierOf('mcp__untrusted__echo')).toBe('ALWAYS_CONFIRM')
    expect(tierOf('mcp__untrusted__*')).toBe('ALWAYS_CONFIRM')
    expect(tierOf('mcp__believed__*')).toBeNull()
    expect(tierOf('mcp__believed__echo')).toBeDefined()
    const untrusted = body.items.filter(({ name }) => name.startsWith('mcp__untrusted__'))
    expect(new Set(untrusted.map(({ tier }) => tier))).toEqual(new Set(['ALWAYS_CONFIRM']))
    const tool_tiers = { 'mcp__untrusted__*': 'CONFIRM_ONCE' }
    await server.call('/api/v1/settings', { method: 'PUT', body: { tool_tiers } })
    const again = await server.call<ToolStandingList>('/api/v1/tools')
    expect(again.body.items.find(({ name }) => name === 'mcp__untrusted__echo')).toMatchObject({
      ...{ tier: 'CONFIRM_ONCE', own_tier: 'ALWAYS_CONFIRM', from: 'organisation' },
    })
  })

  it('E6: a grant is for the tool as it is now, and cannot be made for a missing one', async () => {
    const server = await serverWithThree()
    const make = (tool: string) =>
      server.call<ToolGrantBody & { code?: string }>('/api/v1/tool-grants', {
        body: {
          tool,
          max_uses: 1,
          expires_at: new Date(server.clock.now() + 60_000).toISOString(),
        },
      })
    const made = await make('mcp__untrusted__echo')
    expect(made.status).toBe(201)
    expect(made.body.identity).toMatch(/^sha256:[0-9a-f]{64}$/)
    expect((await make('mcp__untrusted__nothing')).body.code).toBe('connector.tool-not-found')
    expect((await make('mcp__untrusted__*')).body.code).toBe('connector.tool-not-found')
  })
})
