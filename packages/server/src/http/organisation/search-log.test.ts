import type { SearchLogBody } from '@repertoire/protocol'
import { describe, expect, it } from 'vitest'
import { createTestServer, skillMd } from '../../testing/test-server.ts'

const path = '/api/v1/search/queries'

async function searchedServer(search_log: boolean) {
  const server = await createTestServer()
  await server.call('/api/v1/skills', { body: { content: skillMd('postgres-triage') } })
  if (search_log) await server.call('/api/v1/settings', { method: 'PUT', body: { search_log } })
  const type = (query: string) => server.call(`/api/v1/skills?${query}`)
  const log = async () => (await server.call<SearchLogBody>(path)).body
  return { ...server, server, type, log }
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

  it('is for those who may change settings', async () => {
    const { server, type } = await searchedServer(true)
    for (const _ of [1, 2]) await type('q=zebra&surface=page')
    const { key } = await server.addMember('member')
    expect((await server.call(path, { key })).status).toBe(403)
  })
})
