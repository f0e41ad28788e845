import { discovery } from '@repertoire/core/use'
import type { AuditPage, RoutingAnswer, SettingsBody, SkillPage } from '@repertoire/protocol'
import { describe, expect, it } from 'vitest'
import { selectedTools } from '../../runtime/engines/toolsets.ts'
import { createTestServer } from '../../testing/test-server.ts'

const path = '/api/v1/settings'

describe('settings over REST', () => {
  it('A5: start with the document’s values, under its names', async () => {
    const server = await createTestServer()
    const { body } = await server.call<SettingsBody>(path)
    expect(body).toMatchObject({
      skills_max_prompt_chars: 16_000,
      skills_dynamic_search_enabled: false,
      skill_enablement_policy: 'auto',
      skills_dynamic_search_policy: 'prompt-user',
    })
  })

  it('A5: only given fields change, and the audit log has before and after', async () => {
    const server = await createTestServer()
    const before = await server.call<SettingsBody>(path)
    const change = { skill_enablement_policy: 'prompt-user' }
    const { body } = await server.call<SettingsBody>(path, { method: 'PUT', body: change })
    const { etag, ...rest } = body
    const { etag: old, ...kept } = before.body
    expect(rest).toEqual({ ...kept, ...change })
    expect(etag).not.toBe(old)
    const audit = await server.call<AuditPage>('/api/v1/audit?action=settings-updated')
    expect(audit.body.items[0]?.details).toMatchObject({
      before: { skill_enablement_policy: 'auto' },
      after: { skill_enablement_policy: 'prompt-user' },
    })
    const { etag: _, ...after } = body
    expect(audit.body.items[0]?.details.after).toEqual(after)
  })

  it('synonyms are in effect at once for search and routing, in the audit log, and bounded', async () => {
    const server = await createTestServer()
    const content =
      '---\nname: vacation\ndescription: Ask for a vacation.\nrouting: {keywords: [vacation]}\n---\nAsk.'
    await server.call('/api/v1/skills', { method: 'POST', body: { content } })
    const search = async () =>
      (await server.call<SkillPage>('/api/v1/skills?q=PTO')).body.items.map(({ match }) => match)
    expect(await search()).toEqual([])
    const put = (groups: unknown) =>
      server.call<SettingsBody>(path, { method: 'PUT', body: { search_synonyms: groups } })
    const { body } = await put([
      ['PTO', 'vacation ', 'Vacation'],
      ['Alone', 'alone'],
    ])
    expect(body.search_synonyms).toEqual([['PTO', 'vacation']])
    expect(await search()).toMatchObject([
      { reasons: [{ word: 'PTO', term: 'vacation', field: 'synonym' }] },
    ])
    const routed = await server.call<RoutingAnswer>('/api/v1/routing/explain', {
      method: 'POST',
      body: { message: 'How much PTO have I left?' },
    })
    expect(routed.body.entries[0]?.reasons).toContain('synonym:PTO ~ vacation')
    const audit = await server.call<AuditPage>('/api/v1/audit?action=settings-updated')
    expect(audit.body.items[0]?.details).toMatchObject({
      ...{ before: { search_synonyms: [] }, after: { search_synonyms: [['PTO', 'vacation']] } },
    })
    for (const bad of [
      [['one']],
      [['one', '']],
      [['one', '!!']],
      [['one', 'tw\u202Eo']],
      [['one', 'x'.repeat(41)]],
      [['a', 'b', 'c', 'd', 'e', 'f', 'g']],
      Array.from({ length: 101 }, () => ['one', 'two']),
    ])
      expect((await put(bad)).status, JSON.stringify(bad).slice(0, 60)).toBe(400)
    expect((await put([])).body.search_synonyms).toEqual([])
    expect(await search()).toEqual([])
  })

  it('a member may not change synonyms', async () => {
    const server = await createTestServer()
    const { key } = await server.addMember('member')
    const body = { search_synonyms: [['PTO', 'vacation']] }
    const refused = await server.call(path, { method: 'PUT', body, key })
    expect(refused.status).toBe(403)
  })

  it('a change based on an older version is refused', async () => {
    const server = await createTestServer()
    const { body } = await server.call<SettingsBody>(path)
    const put = (chars: number) =>
      server.call(path, {
        method: 'PUT',
        body: { skills_max_prompt_chars: chars },
        headers: { 'if-match': body.etag },
      })
    expect((await put(100)).status).toBe(200)
    const late = await put(200)
    expect([late.status, late.body.code]).toEqual([412, 'settings.stale'])
    expect((await server.call<SettingsBody>(path)).body.skills_max_prompt_chars).toBe(100)
  })

  it('concurrent changes without an etag are all applied', async () => {
    const server = await createTestServer()
    const answers = await Promise.all([
      server.call(path, { method: 'PUT', body: { skills_max_prompt_chars: 1 } }),
      server.call(path, { method: 'PUT', body: { approval_ttl_minutes: 2 } }),
      server.call(path, { method: 'PUT', body: { organisation_policies: 'Three.' } }),
    ])
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200])
    expect((await server.call<SettingsBody>(path)).body).toMatchObject({
      skills_max_prompt_chars: 1,
      approval_ttl_minutes: 2,
      organisation_policies: 'Three.',
    })
  })

  it('toolsets, and the policies for skills, pages and connectors, are stored', async () => {
    const server = await createTestServer()
    expect((await server.call<SettingsBody>(path)).body).toMatchObject({
      toolsets: [
        ...['discovery', 'skill-use', 'scripts', 'workspace', 'person', 'web', 'connectors'],
        'observations',
      ],
      agent_skill_policy: 'propose',
      web_fetch_enabled: false,
      connector_access: {},
      archive_agent_skills_after_days: 30,
      nudges: true,
    })
    const change = {
      toolsets: ['portable', 'person'],
      agent_skill_policy: 'save',
      web_fetch_enabled: true,
      connector_access: { tickets: 'ask-admin', mail: 'off' },
      archive_agent_skills_after_days: 0,
      nudges: false,
    }
    expect((await server.call(path, { method: 'PUT', body: change })).status).toBe(200)
    expect((await server.call<SettingsBody>(path)).body).toMatchObject(change)
    const audit = await server.call<AuditPage>('/api/v1/audit?action=settings-updated')
    expect(audit.body.items[0]?.details).toMatchObject({
      before: { agent_skill_policy: 'propose', web_fetch_enabled: false },
      after: { connector_access: { mail: 'off' }, archive_agent_skills_after_days: 0 },
    })
  })

  it('E6: where agents may send is stored as plain host names, and nothing else is accepted', async () => {
    const server = await createTestServer()
    const put = (egress_allow_list: readonly string[]) =>
      server.call<SettingsBody>(path, { method: 'PUT', body: { egress_allow_list } })
    const { body } = await put([' Docs.Example.ORG', '*.team.example', 'docs.example.org'])
    expect(body.egress_allow_list).toEqual(['docs.example.org', '*.team.example'])
    for (const entry of ['https://docs.example.org', 'docs.example.org/path', 'a b']) {
      const refused = await put([entry])
      expect([refused.status, refused.body]).toMatchObject([
        400,
        { code: 'settings.bad-egress-entry', details: { entry } },
      ])
    }
    const { key } = await server.addMember('member')
    const foreign = { method: 'PUT', body: { egress_allow_list: ['*'] }, key }
    expect((await server.call(path, foreign)).status).toBe(403)
    const now = await server.call<SettingsBody>(path)
    expect(now.body.egress_allow_list).toEqual(['docs.example.org', '*.team.example'])
  })

  it('the licence policy is stored in canonical identifiers, list by list, by owners and admins only', async () => {
    const server = await createTestServer()
    const put = (licence_policy: unknown, key?: string) =>
      server.call<SettingsBody>(path, {
        ...{ method: 'PUT', body: { licence_policy } },
        ...(key !== undefined && { key }),
      })
    const before = await server.call<SettingsBody>(path)
    expect(before.body.licence_policy.allowed).toContain('Apache-2.0')
    const { body } = await put({ allowed: ['MIT', 'GPL-3.0'], refused: ['BUSL-1.1'] })
    const stored = { allowed: ['MIT', 'GPL-3.0-only'], ask: [], refused: ['BUSL-1.1'] }
    expect(body.licence_policy).toEqual(stored)
    expect((await put({ ask: ['BUSL-1.1'] })).body).toMatchObject({
      code: 'settings.bad-licence-entry',
      details: { entry: 'BUSL-1.1' },
    })
    expect((await put({ allowed: ['MIT OR ISC'] })).status).toBe(400)
    expect((await put({ allowed: [], other: [] })).status).toBe(400)
    const { key } = await server.addMember('member')
    expect((await put({ refused: [] }, key)).status).toBe(403)
    const after = await server.call<SettingsBody>(path)
    expect(after.body.licence_policy).toEqual(stored)
  })

  it('toolsets that share a tool name cannot be chosen together', () => {
    const tools = discovery.tools.map((tool) => ({ ...tool }))
    const double = { ...discovery, name: 'double', tools }
    expect(() => selectedTools([discovery, double], ['discovery', 'double'])).toThrow(
      expect.objectContaining({
        problem: expect.objectContaining({ code: 'tools.name-collision' }),
      }),
    )
    expect(() => selectedTools([discovery, double], ['double'])).not.toThrow()
  })

  it.each([
    { toolsets: ['discovery', 'constructor'] },
    { toolsets: ['person', 'person'] },
    { agent_skill_policy: 'always' },
    { connector_access: { 'Not A Handle': 'open' } },
    { connector_access: { tickets: 'always' } },
    { archive_agent_skills_after_days: -1 },
    { nudges: 'off' },
    { skills_max_prompt_chars: -1 },
    { skills_max_prompt_chars: 1.5 },
    { skill_enablement_policy: 'never' },
    { approval_ttl_minutes: 0 },
    { settings_version: 2 },
  ])('invalid values are refused: %j', async (body) => {
    const server = await createTestServer()
    const answer = await server.call(path, { method: 'PUT', body })
    expect([answer.status, answer.body.code]).toEqual([400, 'request.invalid'])
  })
})
