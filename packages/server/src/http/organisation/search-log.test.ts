import type { LoggedSearch } from '@repertoire/core/domain'
import type { Store } from '@repertoire/core/ports'
import type { SearchLogBody } from '@repertoire/protocol'
import { describe, expect, it } from 'vitest'
import { createTestServer, skillMd } from '../../testing/test-server.ts'

const path = '/api/v1/search/queries'

async function searchedServer(search_log: boolean, store: (real: Store) => Store = (it) => it) {
  const server = await createTestServer({ store })
  await server.call('/api/v1/skills', { body: { content: skillMd('postgres-triage') } })
  if (search_log) await server.call('/api/v1/settings', { method: 'PUT', body: { search_log } })
  const type = (query: string) => server.call(`/api/v1/skills?${query}`)
  const log = async () => (await server.call<SearchLogBody>(path)).body
  return { ...server, server, type, log }
}

/** The store, where no search can be recorded; its error quotes what was searched for. */
function withFullLog(real: Store): Store {
  const record = async ({ query }: LoggedSearch) => {
    throw Object.assign(new Error(`full at ${query}`), { code: 'SQLITE_FULL' })
  }
  const tenant: Store['tenant'] = (id) => {
    const own = real.tenant(id)
    return { ...own, searchLog: { ...own.searchLog, record } }
  }
  return { ...real, tenant }
}

describe('the log of searches', () => {
  it('keeps nothing unless the organisation wants it', async () => {
    const { server, type, log } = await searchedServer(false)
    for (const _ of [1, 2]) await type('q=postgres&surface=page')
    expect(await log()).toEqual({ enabled: false, items: [] })
    await server.call('/api/v1/settings', { method: 'PUT', body: { search_log: true } })
    expect(await log()).toEqual({ enabled: true, items: [] })
  })

  it('lists what found nothing first, from the second search on', async () => {
    const { type, log } = await searchedServer(true)
    for (const _ of [1, 2, 3]) await type('q=Postgres&surface=page')
    await type('q=zebra&surface=cli')
    expect((await log()).items.map(({ query }) => query)).toEqual(['postgres'])
    await type('q=%20ZEBRA&surface=page')
    expect((await log()).items).toMatchObject([
      { query: 'zebra', searches: 2, results: 0, by_surface: { page: 1, cli: 1, agent: 0 } },
      { query: 'postgres', searches: 3, results: 1, last_day: expect.stringMatching(/^\d{4}-/) },
    ])
  })

  it('counts neither programs, nor filtered lists, nor further pages, and keeps no secret', async () => {
    const { type, log } = await searchedServer(true)
    for (const _ of [1, 2]) {
      await type('q=zebra')
      await type('q=zebra&surface=page&scope=user')
      await type('q=zebra&surface=page&cursor=r0')
      await type('q=find+sk-live-abcdefgh12345678&surface=page')
    }
    expect((await log()).items.map(({ query }) => query)).toEqual(['find ***'])
  })

  it('forgets everything as soon as it is switched off', async () => {
    const { server, type, log } = await searchedServer(true)
    for (const _ of [1, 2]) await type('q=zebra&surface=page')
    await server.call('/api/v1/settings', { method: 'PUT', body: { search_log: false } })
    expect(await log()).toEqual({ enabled: false, items: [] })
    await server.call('/api/v1/settings', { method: 'PUT', body: { search_log: true } })
    expect((await log()).items).toEqual([])
  })

  it('fails no search when it cannot be written, and says so once without the query', async () => {
    const { server, type } = await searchedServer(true, withFullLog)
    const { status, body } = await type('q=postgres&surface=page')
    expect([status, body]).toMatchObject([200, { items: [{ slug: 'postgres-triage' }] }])
    const lines = server.logged().split('\n')
    const warnings = lines.filter((line) => line.includes('could not be counted'))
    expect(warnings.map((line) => JSON.parse(line))).toMatchObject([
      { tenantId: server.tenantId, code: 'SQLITE_FULL' },
    ])
    expect(server.logged()).not.toContain('full at')
    expect(warnings[0]).not.toContain('postgres')
  })

  it('is for those who may change settings', async () => {
    const { server, type } = await searchedServer(true)
    for (const _ of [1, 2]) await type('q=zebra&surface=page')
    const { key } = await server.addMember('member')
    expect((await server.call(path, { key })).status).toBe(403)
  })
})
