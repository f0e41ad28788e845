import type { Store } from '@repertoire/core/ports'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  startTemporalServer,
  type TemporalServer,
} from '../../../../../scripts/temporal/dev-server.mjs'
import { findTemporal } from '../../../../../scripts/temporal/temporal-program.mjs'
import { createDirectEngine } from './direct/direct-engine.ts'
import { createTemporalEngine } from './temporal/temporal-engine.ts'
import { describeEngine } from './testing/engine.contract.ts'

const noTemporal = findTemporal() === undefined

const direct = describeEngine('the direct engine', createDirectEngine)

describe.skipIf(noTemporal)('with a real Temporal', () => {
  let server: TemporalServer
  const queues = new Map<Store, string>()
  const queueOf = (store: Store) => {
    const queue = queues.get(store) ?? `contract-${queues.size}`
    queues.set(store, queue)
    return queue
  }

  beforeAll(async () => {
    server = await startTemporalServer()
  }, 60_000)
  afterAll(() => server.stop())

  const temporal = describeEngine('the Temporal engine', (options) =>
    createTemporalEngine({
      ...options,
      temporal: {
        ...{ address: server.address, namespace: 'default', taskQueue: queueOf(options.store) },
        ...{ worker: true, runsScripts: true, activity: 'action' },
        ...{ apiKey: undefined, tls: undefined },
      },
      payloadKey: undefined,
    }),
  )

  it('C8: both engines have written the same logs, event by event', () => {
    const byTest = (logs: ReadonlyMap<string, readonly string[]>) =>
      [...logs].map(([test, log]) => [test.split('engine > ').at(-1), log])
    expect(temporal.size).toBeGreaterThan(8)
    expect(byTest(temporal)).toEqual(byTest(direct))
  })
})
