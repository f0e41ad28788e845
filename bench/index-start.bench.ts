import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TenantId, UserId } from '@repertoire/core/base'
import {
  createInProcessSegmentBuilder,
  createSkillSearch,
  type SkillSearchService,
} from '@repertoire/core/choose'
import type { Store } from '@repertoire/core/ports'
import { createSequentialIds } from '@repertoire/core/testing'
import { type OpenIndexStorage, openIndexStorage, openStore } from '@repertoire/store'
import { wordVectors } from '@repertoire/word-vectors'
import { syntheticQueries, syntheticSkill } from './corpus.ts'
import { ingestedContent } from './routing-services.ts'
import { printTable, type Table } from './table.ts'

const size = Number(process.env.BENCH_SIZE ?? 10_000)
const tenantId = 'tnt_bench' as TenantId
const viewer = 'usr_bench' as UserId
const clock = { now: () => Date.now() }
const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex')
const [text = ''] = syntheticQueries('sentence', 1)

/** How long a person waits after a start of the server, with an index that was kept and without. */
export async function benchIndexStart(): Promise<readonly Table[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'repertoire-bench-'))
  const store = await openStore({ dataDir, clock, ids: createSequentialIds(), sha256 })
  const kept = await openIndexStorage({ dataDir, clock, sha256 })
  try {
    await fill(store)
    const rows: (string | number)[][] = []
    const measure = async (what: string, work: () => Promise<unknown>) => {
      const [from, cpu] = [performance.now(), process.cpuUsage()]
      await work()
      const { user, system } = process.cpuUsage(cpu)
      rows.push([what, seconds(performance.now() - from), seconds((user + system) / 1000)])
    }
    const first = open(store, kept)
    const search = (of: SkillSearchService) => of.search(tenantId, viewer, { text, limit: 10 })
    await measure('first search, nothing kept', () => search(first))
    await measure('writing the index', () => first.save(tenantId))
    const second = open(store, kept)
    await measure('first search after a start, index kept', () => search(second))
    await measure('first routing after that', () => second.routing(tenantId, viewer))
    const { skills } = store.tenant(tenantId)
    const [{ skill } = { skill: null }] = await skills.indexable(null, 1)
    if (skill) await skills.update(viewer, skill.id, { enabled: !skill.enabled })
    await measure('search after a change', () => search(second))
    await measure('writing the index after it', () => second.save(tenantId))
    return [
      {
        title: 'Index after a start',
        note: `${size} synthetic skills in SQLite, one organisation, segments in a folder, built on the calling thread.`,
        columns: ['what', 's', 'CPU s'],
        rows,
      },
    ]
  } finally {
    kept.close()
    await store.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}

const seconds = (ms: number) => (ms / 1000).toFixed(3)

function open(store: Store, { storage }: OpenIndexStorage): SkillSearchService {
  const vectors = wordVectors
  return createSkillSearch({
    ...{ store, vectors, segments: createInProcessSegmentBuilder(vectors) },
    kept: { storage, sha256, clock, version: 'bench' },
  })
}

async function fill(store: Store): Promise<void> {
  await store.directory.createTenant({ id: tenantId, name: 'bench', createdAt: 0 })
  for (let start = 0; start < size; start += 500) {
    const batch = Array.from({ length: Math.min(500, size - start) }, (_, offset) => {
      const skill = syntheticSkill(start + offset)
      return ingestedContent({ ...skill, slug: `${skill.slug.slice(0, 50)}-${start + offset}` })
    })
    await store.tenant(tenantId).skills.save(
      batch.flatMap((one) => one ?? []),
      'create',
    )
  }
}

if (import.meta.main) for (const one of await benchIndexStart()) printTable(one)
