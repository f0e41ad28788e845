import { expect, it } from 'vitest'
import { ProblemError } from '../../base/errors.ts'
import type { SearchLogStore } from '../../ports/search-log.ts'
import { createFixedClock } from '../../testing/index.ts'
import { recordSearch, type SearchLogFailure } from './record-search.ts'

const search = { text: 'Who is pregnant', surface: 'page', results: 2 } as const

async function record(store: SearchLogStore['record'], searchLog = true) {
  const failures: SearchLogFailure[] = []
  await recordSearch(
    {
      searchLog: { record: store },
      settings: { searchLog },
      clock: createFixedClock(),
      onError: (failure) => failures.push(failure),
    },
    search,
  )
  return failures
}

const failing = (error: unknown) => async () => {
  throw error
}

it('a log that cannot be written fails no search, and is reported once', async () => {
  const full = Object.assign(new Error('disk full'), { code: 'SQLITE_FULL' })
  expect(await record(failing(full))).toEqual([{ code: 'SQLITE_FULL' }])
  const gone = new ProblemError({ code: 'tenant.not-found', kind: 'not-found', message: 'Gone.' })
  expect(await record(failing(gone))).toEqual([{ code: 'tenant.not-found' }])
  expect(await record(failing('thrown'))).toEqual([{ code: null }])
})

it('what is reported has nothing of the query, whatever the error quotes', async () => {
  const quoting = Object.assign(new Error('at "who is pregnant"'), {
    ...{ code: 'who is pregnant', detail: 'Key (query)=(who is pregnant) already exists.' },
  })
  expect(await record(failing(quoting))).toEqual([{ code: null }])
})

it('nothing is reported of a search that is recorded, or that nobody wants to be', async () => {
  const recorded: string[] = []
  const store: SearchLogStore['record'] = async ({ query }) => void recorded.push(query)
  expect(await record(store)).toEqual([])
  expect(recorded).toEqual(['who is pregnant'])
  expect(await record(failing(new Error('not asked')), false)).toEqual([])
})
