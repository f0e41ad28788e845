import { ProblemError } from '@repertoire/core'
import { expect, it } from 'vitest'
import { createTestServer } from '../../testing/test-server.ts'
import { createApp } from '../app.ts'

it('is not ready while nothing can be written, and says why by a code', async () => {
  const check = async () => {
    throw new ProblemError({
      code: 'store.full',
      kind: 'unavailable',
      message: '/srv/data is full',
    })
  }
  const server = await createTestServer({ folders: { check, freeBytes: async () => 0 } })
  const answer = await server.http.request('/readyz')
  const text = await answer.text()
  expect([answer.status, JSON.parse(text).code]).toEqual([503, 'store.full'])
  expect(text).not.toContain('/srv')
})

it('C8: a server is ready, and says so, while the engine waits for Temporal', async () => {
  const { app, http } = await createTestServer()
  expect(await (await http.request('/readyz')).json()).toEqual({
    status: 'ready',
    checks: { store: 'ok' },
  })
  const engine = { ...app.engine, checks: () => ({ temporal: 'away' as const }) }
  const waiting = await createApp({ ...app, engine }).request('/readyz')
  expect([waiting.status, await waiting.json()]).toEqual([
    200,
    { status: 'ready', checks: { store: 'ok', temporal: 'away' } },
  ])
})
