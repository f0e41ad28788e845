import { ProblemError } from '@repertoire/core/base'
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

it('a start is no cause: probes log nothing above debug, and no stack', async () => {
  const { app, logged } = await createTestServer()
  const starting = createApp({ ...app, stage: () => 'starting' as const })
  for (let probes = 0; probes < 3; probes += 1) await starting.request('/readyz')
  expect(levels(logged())).toEqual(new Set(['debug']))
  expect(logged()).not.toContain('stack')
})

it('a cause is logged when it begins, once a minute, and when it is over', async () => {
  let message: string | undefined = 'The database does not answer (db:5432/x).'
  const check = async () => {
    if (message) throw new ProblemError({ code: 'store.unavailable', kind: 'unavailable', message })
  }
  const { http, clock, logged } = await createTestServer({
    folders: { check, freeBytes: async () => 0 },
  })
  const reported = () =>
    logged()
      .split('\n')
      .filter((line) => /"not ready"|"ready again"/.test(line))
  for (let probes = 0; probes < 12; probes += 1) {
    await http.request('/readyz')
    clock.advance(5_000)
  }
  expect(reported()).toHaveLength(1)
  await http.request('/readyz')
  expect(reported()).toHaveLength(2)
  message = undefined
  await http.request('/readyz')
  expect(reported().at(-1)).toContain('ready again')
  expect(levels(logged())).toEqual(new Set(['debug', 'info', 'warn']))
  expect(logged()).not.toContain('stack')
})

const names: Readonly<Record<number, string>> = { 20: 'debug', 30: 'info', 40: 'warn', 50: 'error' }

function levels(text: string): ReadonlySet<string | undefined> {
  const lines = text.split('\n').filter(Boolean)
  return new Set(lines.map((line) => names[JSON.parse(line).level]))
}

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
