import type { LoggedSearch } from '@repertoire/core/domain'
import { expect, test } from 'vitest'
import { forEveryStore } from './store-fixture.ts'

const search = (query: string, change: Partial<LoggedSearch> = {}): LoggedSearch => ({
  ...{ day: 100, query, surface: 'page', results: 3 },
  ...change,
})
const all = { fromDay: 0, minSearches: 1, limit: 50 }

forEveryStore('search log', (fixture) => {
  test('adds up the searches of a query over days and surfaces', async () => {
    const { searchLog } = await fixture.tenant()
    await searchLog.record(search('csv'), 9)
    await searchLog.record(search('csv'), 9)
    await searchLog.record(search('csv', { surface: 'agent', day: 101, results: 5 }), 9)
    await searchLog.record(search('csv', { surface: 'cli', day: 99, results: 0 }), 9)
    expect(await searchLog.list(all)).toEqual([
      {
        ...{ query: 'csv', searches: 4, lastDay: 101, results: 5 },
        bySurface: { page: 2, cli: 1, agent: 1 },
      },
    ])
    expect(await searchLog.list({ ...all, fromDay: 101 })).toMatchObject([{ searches: 1 }])
  })

  test('what found nothing last stands first, then what is searched for most', async () => {
    const { searchLog } = await fixture.tenant()
    const made = [
      ...[search('often'), search('often'), search('often')],
      ...[search('b seldom'), search('b seldom'), search('a seldom'), search('a seldom')],
      ...[search('gone', { day: 99 }), search('gone', { results: 0 })],
      ...[search('mended', { day: 99, results: 0 }), search('mended'), search('once')],
    ]
    for (const one of made) await searchLog.record(one, 99)
    const listed = await searchLog.list({ ...all, minSearches: 2 })
    expect(listed.map(({ query }) => query)).toEqual([
      ...['gone', 'often', 'a seldom', 'b seldom', 'mended'],
    ])
    expect(await searchLog.list({ ...all, limit: 2 })).toHaveLength(2)
  })

  test('a day keeps no more queries than its limit, and still counts those it has', async () => {
    const { searchLog } = await fixture.tenant()
    const made = Array.from({ length: 30 }, (_, at) => search(`query ${at % 10}`))
    await Promise.all(made.map((one) => searchLog.record(one, 4)))
    await searchLog.record(search('another day', { day: 101 }), 4)
    const listed = await searchLog.list(all)
    expect(listed).toHaveLength(5)
    expect(listed.reduce((sum, { searches }) => sum + searches, 0)).toBe(13)
  })

  test('what is recorded in one organisation shows up in no other, and takes no place of its day', async () => {
    const [one, other] = [await fixture.tenant(), await fixture.tenant()]
    await other.searchLog.record(search('same'), 1)
    for (const query of ['same', 'same', 'own']) await one.searchLog.record(search(query), 2)
    expect(await one.searchLog.list(all)).toMatchObject([
      { query: 'same', searches: 2 },
      { query: 'own', searches: 1 },
    ])
    expect(await other.searchLog.list(all)).toMatchObject([{ query: 'same', searches: 1 }])
  })

  test('removes the days before one, and nothing of another organisation', async () => {
    const [one, other] = [await fixture.tenant(), await fixture.tenant()]
    for (const { searchLog } of [one, other]) {
      await searchLog.record(search('old', { day: 70 }), 9)
      await searchLog.record(search('new'), 9)
    }
    expect(await one.searchLog.removeBefore(100)).toBe(1)
    expect(await one.searchLog.list(all)).toMatchObject([{ query: 'new' }])
    expect(await other.searchLog.list(all)).toHaveLength(2)
  })
})
