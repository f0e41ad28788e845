import { expect, it } from 'vitest'
import { createTestServer } from '../../testing/test-server.ts'
import { createApp } from '../app.ts'

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
