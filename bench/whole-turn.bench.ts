import { routeTurn } from '@repertoire/core/choose'
import { defaultRoutingSettings, documentRoutingSettings } from '@repertoire/core/domain'
import { type QueryKind, syntheticQueries, syntheticSkill } from './corpus.ts'
import { createRoutingServices, turnOf } from './routing-services.ts'
import { printTable, quantile, type Table } from './table.ts'

const sizes = (process.env.BENCH_SKILLS ?? '1000,10000').split(',').map(Number)
/** Larger in-memory stores are unrealistic. */
const maxSkills = 10_000
const kinds: readonly QueryKind[] = ['keyword', 'question', 'sentence']
const variants = [
  ['10 by score table + 10 by search', defaultRoutingSettings],
  ['score table alone', documentRoutingSettings],
] as const

/**
 * Everything between a message and its catalogue: search, ranking, reading skills, near-duplicates, reasons.
 */
export async function benchWholeTurn(): Promise<readonly Table[]> {
  const tables: Table[] = []
  for (const size of sizes.filter((one) => one <= maxSkills)) tables.push(await benchSize(size))
  return tables
}

async function benchSize(size: number): Promise<Table> {
  const services = await createRoutingServices(
    Array.from({ length: size }, (_, index) => {
      const skill = syntheticSkill(index)
      return { ...skill, slug: `${skill.slug}-${index}` }
    }),
  )
  const rows: string[][] = []
  for (const [label, settings] of variants) {
    const cells: string[] = []
    for (const kind of kinds) {
      const samples: number[] = []
      for (const [index, text] of syntheticQueries(kind, 1300).entries()) {
        const started = performance.now()
        await routeTurn(services, turnOf(text, settings))
        if (index >= 300) samples.push(performance.now() - started)
      }
      cells.push(...[0.5, 0.99].map((share) => quantile(samples, share).toFixed(2)))
    }
    rows.push([label, ...cells])
  }
  return {
    title: `Router: a whole turn over ${size.toLocaleString('en')} skills`,
    note: 'Milliseconds from a message to its catalogue of 20, of the 1,000 after the first 300, over an in-memory store: search with reasons, ranking, reading the candidates, near-duplicates, reasons as text.',
    columns: ['catalogue', ...kinds.flatMap((kind) => [`${kind} p50`, 'p99'])],
    rows,
  }
}

if (import.meta.main) for (const table of await benchWholeTurn()) printTable(table)
