import { expect, it } from 'vitest'
import { takenOverLine } from './source-lines.ts'

it('a source that is being synced says when another server goes on, should its own be gone', () => {
  const until = new Date().toISOString()
  expect(takenOverLine({ last_sync_status: 'running', sync_alive_until: until })).toMatch(
    /after \d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/,
  )
  expect(takenOverLine({ last_sync_status: 'ok', sync_alive_until: null })).toBeUndefined()
})
