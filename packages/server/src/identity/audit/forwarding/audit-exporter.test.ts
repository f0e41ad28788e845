import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TenantId } from '@repertoire/core/base'
import { auditHash, chainStart } from '@repertoire/core/domain'
import type { Store } from '@repertoire/core/ports'
import { createFixedClock, createInMemoryStore } from '@repertoire/core/testing'
import pino from 'pino'
import { afterEach, describe, expect, it } from 'vitest'
import { sha256 } from '../../../platform/system/system-ports.ts'
import { type ReceivedEntry, startLogCollector } from '../testing/log-collector.ts'
import { createAuditExporter } from './audit-exporter.ts'
import { otlpDestination } from './otlp-destination.ts'

const tenantId = 'ten_a' as TenantId
const clean: (() => unknown)[] = []
afterEach(async () => {
  for (const end of clean.splice(0).reverse()) await end()
})

async function storeWith(count: number): Promise<Store> {
  const store = createInMemoryStore({ clock: createFixedClock(), sha256 })
  await store.directory.createTenant({ id: tenantId, name: 'A', createdAt: 1 })
  await append(store, count)
  return store
}

let nextId = 0
async function append(store: Store, count: number): Promise<void> {
  const entries = Array.from({ length: count }, () => {
    nextId += 1
    const fact = { actor: null, action: 'key-refused', target: 'unknown', traceId: null }
    const at = 1_750_000_000_000 + nextId
    return { ...fact, id: `aud_${nextId}`, at, details: { text: 'é\n\u0000 "x"' } }
  })
  await store.tenant(tenantId).audit.append(entries)
}

async function collector(port?: number) {
  const started = await startLogCollector(port)
  clean.push(() => started.close())
  return started
}

function forwarderTo(store: Store, url: string) {
  const forwarder = createAuditExporter({
    ...{ store, timers: { every: () => () => undefined } },
    destinations: [otlpDestination({ url, version: '1', headers: {} })],
    logger: pino({ level: 'silent' }),
  })
  clean.push(() => forwarder.stop())
  return forwarder
}

/** Checks the entries as a receiver can: in order, one chain. */
function checkChain(entries: readonly ReceivedEntry[]): number[] {
  let previous = chainStart.hash
  return entries.map(({ hash, ...record }) => {
    expect(auditHash(sha256, previous, record)).toBe(hash)
    previous = hash
    return record.seq
  })
}

describe('forwarding of the audit log', () => {
  it('sends every entry in order as a log record of OpenTelemetry', async () => {
    const store = await storeWith(7)
    const { url, entries, records } = await collector()
    await forwarderTo(store, url).forward()
    expect(checkChain(entries())).toEqual([1, 2, 3, 4, 5, 6, 7])
    expect(records()[2]).toMatchObject({
      ...{ severityNumber: 10, eventName: 'repertoire.audit.key-refused' },
      attributes: [
        { key: 'repertoire.organisation', value: { stringValue: tenantId } },
        { key: 'repertoire.audit.seq', value: { stringValue: '3' } },
        { key: 'repertoire.audit.hash' },
      ],
    })
  })

  it('continues where it stopped, and repeats nothing', async () => {
    const store = await storeWith(450)
    const { url, entries } = await collector()
    const first = forwarderTo(store, url)
    await first.forward()
    await append(store, 1)
    await first.forward()
    await append(store, 1)
    await forwarderTo(store, url).forward()
    expect(checkChain(entries())).toHaveLength(452)
  })

  it('follows no redirect: another host gets neither entries nor headers', async () => {
    const store = await storeWith(3)
    const other = await collector()
    const moved = createServer((_, response) => {
      response.writeHead(307, { location: other.url }).end()
    }).listen(0, '127.0.0.1')
    clean.push(() => moved.close())
    await once(moved, 'listening')
    const { port } = moved.address() as AddressInfo
    await forwarderTo(store, `http://127.0.0.1:${port}/v1/logs`).forward()
    expect(other.statuses).toEqual([])
  })

  it('sends a refused batch again', async () => {
    const store = await storeWith(3)
    const { url, entries, statuses, answer } = await collector()
    answer(503)
    const forwarder = forwarderTo(store, url)
    await forwarder.forward()
    expect(entries()).toEqual([])
    await forwarder.forward()
    await forwarder.forward()
    expect(statuses).toEqual([503, 200])
    expect(checkChain(entries())).toEqual([1, 2, 3])
  })

  it('leaves nothing out while the collector is down, and delays no change', async () => {
    const store = await storeWith(3)
    const before = await startLogCollector()
    await before.close()
    const forwarder = forwarderTo(store, before.url)
    await forwarder.forward()
    await append(store, 2)
    await forwarder.forward()
    const { entries } = await collector(before.port)
    await forwarder.forward()
    expect(checkChain(entries())).toEqual([1, 2, 3, 4, 5])
  })
})
