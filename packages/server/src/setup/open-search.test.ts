import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TenantId, UserId } from '@repertoire/core/base'
import type { Store } from '@repertoire/core/ports'
import { ingestedPackage } from '@repertoire/core/testing'
import { openStore } from '@repertoire/store'
import pino from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { randomIds, sha256, systemClock } from '../platform/system/system-ports.ts'
import { type OpenSearch, openSearch, withIndexPurge } from './open-search.ts'

const acme = 'ten_acme' as TenantId
const rest = 'ten_rest' as TenantId
const ann = 'usr_ann' as UserId

const skill = (name: string) =>
  ingestedPackage({ frontmatter: `name: ${name}\ndescription: About ${name} and pdf` }, sha256)

let dataDir = ''
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'repertoire-kept-'))
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

async function startSearch(): Promise<OpenSearch & { store: Store; stop: () => Promise<void> }> {
  const store = await openStore({ dataDir, clock: systemClock, ids: randomIds, sha256 })
  const config = {
    ...{ dataDir, blobsUrl: undefined, searchMemoryBytes: 2 ** 30 },
    ...{ embeddingModel: undefined, outboundAllow: [] },
  }
  const parts = { logger: pino({ level: 'silent' }), metrics: undefined, isConfigured: true }
  const opened = await openSearch(config, store, parts)
  const stop = async () => {
    await opened.closeSearch()
    await store.close()
  }
  return { ...opened, store: withIndexPurge(store, opened.search), stop }
}

const keptFiles = async () =>
  (await readdir(join(dataDir, 'search-index'), { recursive: true })).filter((path) =>
    /[0-9a-f]{64}$/.test(path),
  )

test('a second start finds the index of the first, and a purge removes it', async () => {
  const first = await startSearch()
  for (const id of [acme, rest])
    await first.store.directory.createTenant({ id, name: id, createdAt: 0 })
  await first.store.tenant(acme).skills.save([skill('pdf'), skill('git')], 'create')
  const query = { text: 'about pdf', limit: 5 }
  const before = await first.search.search(acme, ann, query)
  expect(before).toHaveLength(2)
  await first.search.save(acme)
  await first.stop()
  expect((await keptFiles()).length).toBeGreaterThanOrEqual(3)
  const second = await startSearch()
  expect(await second.search.search(acme, ann, query)).toEqual(before)
  await second.store.directory.deleteTenant(acme, 1)
  await second.store.directory.purgeTenant(acme)
  expect(await keptFiles()).toEqual([])
  await second.stop()
})
