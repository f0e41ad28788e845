import { createHash, randomUUID } from 'node:crypto'
import type { TenantId } from '@repertoire/core/base'
import type { CheckedContent } from '@repertoire/core/domain'
import type { Store } from '@repertoire/core/ports'
import { openStore } from '@repertoire/store'
import { syntheticQueries, syntheticSkill } from '../corpus.ts'
import { ingestedContent } from '../routing-services.ts'
import { type ServerUnderTest, startServerUnderTest } from '../server-under-test.ts'
import { quantile, type Table } from '../table.ts'
import { operatorKey, request, timesOf } from './requests.ts'
import type { LoadSizes } from './sizes.ts'

const batchSize = 500
const searches = 200

interface Organisation {
  readonly id: string
  readonly key: string
}

/** The same skills in many organisations, and in one. */
export async function benchOrganisations(sizes: LoadSizes): Promise<readonly Table[]> {
  const { organisations, skillsEach } = sizes
  return [
    {
      title: 'Load: many organisations beside a large one',
      note: `One server, SQLite. Search over HTTP: the first one of each organisation builds its index; then ${searches}, each of the next organisation.`,
      columns: [
        ...['organisations × skills', 'memory before · after (MB)', 'first search (ms), p50 · p99'],
        'later searches (ms), p50 · p99',
      ],
      rows: [
        await measure(organisations, skillsEach),
        await measure(1, organisations * skillsEach),
      ],
    },
  ]
}

async function measure(count: number, skills: number): Promise<(string | number)[]> {
  const server = await startServerUnderTest({ REPERTOIRE_OPERATOR_KEY: operatorKey })
  try {
    const organisations = await fill(server, { count, skills })
    const before = server.memoryMb()
    const queries = syntheticQueries('keyword', searches)
    const search = (n: number) => {
      const { key } = organisations[n % count] as Organisation
      const query = encodeURIComponent(queries[n % searches] ?? '')
      return request({ url: server.url, key }, `/skills?q=${query}`)
    }
    const firsts: number[] = []
    for (let n = 0; n < count; n += 1) {
      const began = performance.now()
      await search(n)
      firsts.push(performance.now() - began)
    }
    const later = await timesOf(searches, search)
    return [
      ...[`${count} × ${skills}`, `${before} · ${server.memoryMb()}`],
      ...[firsts, later].map((samples) =>
        [0.5, 0.99].map((share) => quantile(samples, share).toFixed(1)).join(' · '),
      ),
    ]
  } finally {
    await server.stop()
  }
}

async function fill(
  server: ServerUnderTest,
  { count, skills }: { readonly count: number; readonly skills: number },
): Promise<readonly Organisation[]> {
  const organisations: Organisation[] = []
  const operator = { url: server.url, key: operatorKey }
  for (let n = 0; n < count; n += 1) {
    const body = { name: `Organisation ${n}`, owner: 'Owner' }
    organisations.push(await request<Organisation>(operator, '/operator/organisations', body))
  }
  const store = await openStore({
    dataDir: server.dataDir,
    clock: { now: Date.now },
    ids: {
      next: (prefix) => `${prefix}_${randomUUID().replaceAll('-', '')}`,
      traceId: () => randomUUID().replaceAll('-', ''),
    },
    sha256: (data) => createHash('sha256').update(data).digest('hex'),
  })
  try {
    for (const { id } of organisations) await saveSkills(store, id as TenantId, skills)
  } finally {
    await store.close()
  }
  return organisations
}

async function saveSkills(store: Store, id: TenantId, count: number): Promise<void> {
  for (let start = 0; start < count; start += batchSize) {
    const batch: CheckedContent[] = []
    for (let n = start; n < Math.min(count, start + batchSize); n += 1) {
      batch.push(...[ingestedContent(syntheticSkill(n)) ?? []].flat())
    }
    await store.tenant(id).skills.save(batch, 'create')
  }
}
