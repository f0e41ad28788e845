import { expect, it } from 'vitest'
import { startTemporalServer } from './dev-server.mjs'
import { findTemporal } from './temporal-program.mjs'

const noTemporal = findTemporal() === undefined

it.skipIf(noTemporal)('the Temporal server of the tests serves until it is stopped', async () => {
  const server = await startTemporalServer()
  expect(server.temporal('operator', 'namespace', 'list')).toContain('default')
  await server.stop()
  expect(() => server.temporal('operator', 'namespace', 'list')).toThrow(/failed/)
})
