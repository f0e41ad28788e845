import { createFixedClock } from '@repertoire/core/testing'
import type {
  AuditPage,
  ProblemBody,
  SettingsBody,
  ToolGrantBody,
  ToolGrantPage,
  ToolStandingList,
} from '@repertoire/protocol'
import { describe, expect, it } from 'vitest'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

const grants = '/api/v1/tool-grants'
/** The next day by the fixed clock of test servers. */
const soon = new Date(createFixedClock().now() + 86_400_000).toISOString()
const terms = () => ({
  tool: 'run_command',
  constraints: { command: { kind: 'equals', value: 'ls' } },
  ...{ max_uses: 2, expires_at: soon },
})
const make = (server: TestServer, change: object = {}, key?: string) =>
  server.call<ToolGrantBody & ProblemBody>(grants, {
    body: { ...terms(), ...change },
    ...(key !== undefined && { key }),
  })

async function auditOf(server: TestServer, action: string) {
  const { body } = await server.call<AuditPage>(`/api/v1/audit?action=${action}`)
  return body.items
}

describe('tools over REST', () => {
  it('E6: each is listed with its tier and the origin of the tier', async () => {
    const server = await createTestServer()
    const find = async (name: string) => {
      const { body } = await server.call<ToolStandingList>('/api/v1/tools')
      return body.items.find((tool) => tool.name === name)
    }
    expect(await find('run_command')).toMatchObject({
      ...{ source: 'built-in', tier: null, own_tier: null, from: 'tool' },
    })
    expect(await find('execute_connector_tool')).toBeUndefined()
    const tool_tiers = { run_command: 'ALWAYS_CONFIRM' }
    await server.call('/api/v1/settings', { method: 'PUT', body: { tool_tiers } })
    expect(await find('run_command')).toMatchObject({
      ...{ tier: 'ALWAYS_CONFIRM', own_tier: null, from: 'organisation' },
    })
    const [entry] = await auditOf(server, 'settings-updated')
    expect(entry?.details).toMatchObject({
      before: { tool_tiers: {} },
      after: { tool_tiers: { run_command: 'ALWAYS_CONFIRM' } },
    })
  })

  it('E6: only an admin sets a tier, and only a valid one', async () => {
    const server = await createTestServer()
    const { key } = await server.addMember('member')
    const set = (tool_tiers: object, as?: string) =>
      server.call<SettingsBody & ProblemBody>('/api/v1/settings', {
        ...{ method: 'PUT', body: { tool_tiers } },
        ...(as !== undefined && { key: as }),
      })
    expect((await set({ run_command: 'READ_ONLY' }, key)).status).toBe(403)
    expect((await set({ run_command: 'NEVER' })).status).toBe(400)
    expect((await set({ 'run command': 'READ_ONLY' })).status).toBe(400)
    const inherited = JSON.parse('{"__proto__": "READ_ONLY"}') as object
    expect((await set(inherited)).body.tool_tiers).toEqual({})
    expect((await set({ 'mcp__bank__*': 'MANUAL_ONLY' })).body.tool_tiers).toEqual({
      'mcp__bank__*': 'MANUAL_ONLY',
    })
    const listed = await server.call<ProblemBody>('/api/v1/tools', { key })
    expect(listed.status).toBe(403)
  })

  it('E6: a tier for a tool that does not exist is refused, since it would protect nothing', async () => {
    const server = await createTestServer()
    const set = (tool_tiers: object) =>
      server.call<SettingsBody & ProblemBody>('/api/v1/settings', {
        ...{ method: 'PUT', body: { tool_tiers } },
      })
    const refused = await set({ run_comand: 'MANUAL_ONLY' })
    expect([refused.status, refused.body.code]).toEqual([400, 'settings.tool-unknown'])
    const { settings } = server.app.store.tenant(server.tenantId)
    const now = await settings.get()
    const before = { ...now.settings, toolTiers: { removed_tool: 'MANUAL_ONLY' } as const }
    await settings.put(before, now.version)
    const kept = { removed_tool: 'MANUAL_ONLY', execute_connector_tool: 'ALWAYS_CONFIRM' }
    expect((await set(kept)).body.tool_tiers).toEqual(kept)
  })
})

describe('grants over REST', () => {
  it('E6: are created, listed and revoked, each with an audit entry', async () => {
    const server = await createTestServer()
    const made = await make(server)
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({ tool: 'run_command', uses: 0, max_uses: 2, revoked_at: null })
    const path = `${grants}/${made.body.id}`
    const revoked = await server.call<ToolGrantBody>(path, { method: 'DELETE' })
    expect(revoked.body.revoked_at).not.toBeNull()
    const again = await server.call<ToolGrantBody>(path, { method: 'DELETE' })
    expect(again.body).toEqual(revoked.body)
    const { body } = await server.call<ToolGrantPage>(grants)
    expect(body.items).toEqual([revoked.body])
    expect(await auditOf(server, 'grant-created')).toHaveLength(1)
    expect(await auditOf(server, 'grant-revoked')).toHaveLength(1)
  })

  it('E6: members create none, also with a wider key; they see and revoke their own', async () => {
    const server = await createTestServer()
    const { key, id: userId } = await server.addMember('member')
    const refused = await make(server, {}, key)
    expect([refused.status, refused.body.code]).toEqual([403, 'auth.permission-missing'])
    const others = await make(server)
    const mine = await make(server, { user_id: userId })
    const seen = await server.call<ToolGrantPage>(grants, { key })
    expect(seen.body.items.map(({ id }) => id)).toEqual([mine.body.id])
    const foreign = await server.call<ProblemBody>(`${grants}/${others.body.id}`, {
      ...{ method: 'DELETE', key },
    })
    expect([foreign.status, foreign.body.code]).toEqual([404, 'grant.not-found'])
    const own = await server.call(`${grants}/${mine.body.id}`, { method: 'DELETE', key })
    expect(own.status).toBe(200)
  })

  it.each([
    [{ tool: 'no_such_tool' }, 'grant.unknown-tool'],
    [{ tool: 'mcp__nowhere__x' }, 'connector.not-found'],
    [{ expires_at: '2020-01-01T00:00:00Z' }, 'grant.bad-terms'],
    [{ expires_at: '2999-01-01T00:00:00Z' }, 'grant.bad-terms'],
    [{ constraints: { n: { kind: 'between', min: 2, max: 1 } } }, 'grant.bad-terms'],
    [{ tool: 'web_fetch', constraints: {} }, 'grant.bad-terms'],
    [{ tool: 'web_fetch', constraints: { url: { kind: 'any' } } }, 'grant.bad-terms'],
    [
      { tool: 'web_fetch', constraints: { url: { kind: 'host', hosts: ['*'] } } },
      'grant.bad-terms',
    ],
    [
      { tool: 'web_fetch', constraints: { url: { kind: 'host', hosts: ['connector:x'] } } },
      'grant.bad-terms',
    ],
    [{ user_id: 'usr_nobody' }, 'member.not-found'],
    [{ agent_id: 'agt_nobody' }, 'agent.not-found'],
  ])('E6: %j is refused (%s)', async (change, code) => {
    const server = await createTestServer()
    expect((await make(server, change)).body.code).toBe(code)
  })

  it('E6: one for web pages names the hosts, as they are compared', async () => {
    const server = await createTestServer()
    const hosts = ['Docs.Example.org', '*.team.example']
    const constraints = { url: { kind: 'host', hosts } }
    const { body, status } = await make(server, { tool: 'web_fetch', constraints })
    expect(status).toBe(201)
    expect(body.constraints).toEqual({
      url: { kind: 'host', hosts: ['docs.example.org', '*.team.example'] },
    })
  })

  it.each([
    ['run_command', 'MANUAL_ONLY', 'grant.manual-only', 409],
    ['run_command', 'READ_ONLY', 'grant.not-needed', 409],
    ['run_sandbox_code', null, 'grant.not-needed', 409],
    ['tool_invoke', null, 'grant.pass-through', 400],
    ['tool_invoke', 'ALWAYS_CONFIRM', 'grant.pass-through', 400],
    ['execute_connector_tool', null, 'grant.pass-through', 400],
    ['execute_connector_tool', 'CONFIRM_ONCE', 'grant.pass-through', 400],
  ] as const)(
    'E6: refuses one that would never apply: for %s under %s it is %s',
    async (tool, tier, code, status) => {
      const server = await createTestServer()
      const tool_tiers = tier ? { [tool]: tier } : {}
      await server.call('/api/v1/settings', { method: 'PUT', body: { tool_tiers } })
      const refused = await make(server, { tool })
      expect([refused.status, refused.body.code]).toEqual([status, code])
      expect((await server.call<ToolGrantPage>(grants)).body.items).toEqual([])
      expect(await auditOf(server, 'grant-created')).toEqual([])
    },
  )

  it('E6: refuses one for a tool that calls others, and names the tool to use', async () => {
    const server = await createTestServer()
    const hint = async (tool: string) => (await make(server, { tool })).body.hint
    expect(await hint('tool_invoke')).toContain('by that tool’s own name')
    expect(await hint('execute_connector_tool')).toContain('mcp__connector__tool')
  })

  it('E6: the list marks a grant whose maker is no longer an owner or admin', async () => {
    const server = await createTestServer()
    const admin = await server.addMember('admin')
    const made = await make(server, {}, admin.key)
    expect(made.body.lapsed).toBe(false)
    const listed = async () => (await server.call<ToolGrantPage>(grants)).body.items
    expect(await listed()).toMatchObject([{ id: made.body.id, lapsed: false }])
    const { members } = server.store.tenant(server.tenantId)
    await members.setRole(admin.id, 'member')
    expect(await listed()).toMatchObject([{ id: made.body.id, lapsed: true }])
  })
})
