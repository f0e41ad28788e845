import { expect, test } from 'vitest'
import { columnsOf } from './columns-of.ts'

test('every field has the column of its name', () => {
  expect(columnsOf({ id: 'a', userId: 'u', maxTurnsPerHour: 3, revokedAt: null })).toEqual({
    ...{ id: 'a', user_id: 'u', max_turns_per_hour: 3, revoked_at: null },
  })
})

test('a boolean is 0 or 1, and an object or a list is JSON', () => {
  const columns = columnsOf({ enabled: true, isDetached: false, tags: ['a'], usage: { ms: 1 } })
  expect(columns).toEqual({ enabled: 1, is_detached: 0, tags: '["a"]', usage: '{"ms":1}' })
})

test('what is not given stays not given', () => {
  expect(columnsOf({ problem: undefined })).toEqual({ problem: undefined })
})
