import { expect, it } from 'vitest'
import { createTestServer } from '../../testing/test-server.ts'
import { currentPath, triggerIdHeader } from './renamed-paths.ts'

it.each([
  ['/api/v1/signal-sources', '/api/v1/triggers'],
  ['/api/v1/signal-sources/sig_1/firings', '/api/v1/triggers/sig_1/firings'],
  ['/api/v1/signals', '/api/v1/trigger-deliveries'],
  ['/api/v1/signal-times', '/api/v1/trigger-times'],
  ['/api/v1/observations/history', '/api/v1/memories/history'],
  ['/api/v1/arrivals/arr_1/approve', '/api/v1/reviews/arr_1/approve'],
  ['/api/v1/signalsx', '/api/v1/signalsx'],
  ['/api/v1/skills', '/api/v1/skills'],
])('%s is served as %s', (before, now) => {
  expect(currentPath(before)).toBe(now)
})

it('accepts the header of the previous release', () => {
  expect(triggerIdHeader(new Headers({ 'repertoire-signal': 'sig_1' }))).toBe('sig_1')
  expect(
    triggerIdHeader(new Headers({ 'repertoire-signal': 'old', 'repertoire-trigger': 'new' })),
  ).toBe('new')
})

it('answers under both names over HTTP, with the same permission checks', async () => {
  const server = await createTestServer()
  for (const [before, now] of [
    ['/api/v1/signal-sources', '/api/v1/triggers'],
    ['/api/v1/observations/agents', '/api/v1/memories/agents'],
    ['/api/v1/arrivals', '/api/v1/reviews'],
  ] as const) {
    const [old, current] = [await server.call(before), await server.call(now)]
    expect(old.status).toBe(200)
    expect(old.body).toEqual(current.body)
    expect((await server.call(before, { key: 'rpt_wrong' })).status).toBe(401)
  }
})
