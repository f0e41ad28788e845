/**
 * Turns, reads, streams, organisations and long lists on real servers. Small unless `BENCH_LOAD=full`, which takes
 * the sizes of docs/scaling.md; `BENCH_LOAD_PARTS=lists,streams` measures only those.
 */
import { loadavg } from 'node:os'
import { benchCapacity } from './load/capacity.ts'
import { benchLists } from './load/lists.ts'
import { benchOrganisations } from './load/organisations.ts'
import { benchReads } from './load/reads.ts'
import { benchRuns } from './load/runs.ts'
import { loadSizes } from './load/sizes.ts'
import { benchStreams } from './load/streams.ts'
import { printTable, type Table } from './table.ts'

const parts: Readonly<Record<string, () => Promise<readonly Table[]>>> = {
  runs: () => benchRuns(loadSizes()),
  capacity: () => benchCapacity(loadSizes()),
  reads: () => benchReads(loadSizes()),
  streams: () => benchStreams(loadSizes()),
  organisations: () => benchOrganisations(loadSizes()),
  lists: () => benchLists(loadSizes()),
}

export async function benchLoad(): Promise<readonly Table[]> {
  const names = process.env.BENCH_LOAD_PARTS?.split(',') ?? Object.keys(parts)
  const tables: Table[] = []
  for (const name of names) {
    const part = parts[name]
    if (!part) throw new Error(`BENCH_LOAD_PARTS: ${Object.keys(parts).join(', ')}`)
    const before = loadavg()[0]?.toFixed(1)
    process.stderr.write(`  ${name} …\n`)
    for (const table of await part()) {
      const machine = `${loadSizes().machine}; load average ${before} before.`
      tables.push({ ...table, note: `${table.note ?? ''} ${machine}`.trim() })
    }
  }
  return tables
}

if (import.meta.main) for (const table of await benchLoad()) printTable(table)
