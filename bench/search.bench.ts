import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type QueryKind, testedSkills } from './corpus.ts'
import { engines, type SearchCase } from './search-case.ts'
import { printTable, type Table } from './table.ts'

const run = promisify(execFile)
const sizes = (process.env.BENCH_SKILLS ?? '1000,10000,100000').split(',').map(Number)
const kinds: readonly QueryKind[] = ['keyword', 'question', 'sentence']

/** Ranking on real skills, then speed and memory on synthetic ones, every engine in a separate process. */
export async function benchSearch(): Promise<readonly Table[]> {
  const tables = [await benchRanking()]
  for (const size of sizes) tables.push(await benchSpeed(size))
  return tables
}

async function benchRanking(): Promise<Table> {
  const skills = testedSkills().length
  const rows: (string | number)[][] = []
  if (skills === 0) rows.push(['skipped: no ../shared/data/skills', '', '', ''])
  for (const name of skills === 0 ? [] : Object.keys(engines)) {
    const result = await runCase(name, 'real')
    if (result.kind !== 'ranking') continue
    const { queries, hit5, mrr } = result
    rows.push([engines[name]!.label, queries, hit5.toFixed(1), mrr.toFixed(1)])
  }
  return {
    title: 'Search: ranking',
    note: `${skills} public skills, bodies indexed; each query is the sentence of the description that tells when to use the skill, which is withheld from the index.`,
    columns: ['engine', 'queries', 'hit@5 (%)', 'MRR (%)'],
    rows,
  }
}

async function benchSpeed(size: number): Promise<Table> {
  const rows: (string | number)[][] = []
  for (const [name, { label }] of Object.entries(engines)) {
    const result = await runCase(name, String(size))
    if (result.kind === 'skipped') rows.push([label, `skipped: ${result.why}`])
    if (result.kind !== 'speed') continue
    rows.push([
      label,
      result.buildSeconds.toFixed(1),
      result.megabytes.toFixed(0),
      ...kinds.map((kind) => duration(result.latency[kind].p50)),
      ...kinds.map((kind) => duration(result.latency[kind].p99)),
    ])
  }
  return {
    title: `Search: ${size.toLocaleString('en')} skills with bodies`,
    note: 'Synthetic catalogue (invented words of Zipf-like frequency, lengths as in public skills), ten best hits, milliseconds. Memory is the index after a garbage collection, without the texts.',
    columns: [
      ...['engine', 'build (CPU s)', 'memory (MB)'],
      ...kinds.map((kind) => `${kind} p50`),
      ...kinds.map((kind) => `${kind} p99`),
    ],
    rows,
  }
}

async function runCase(engine: string, corpus: string): Promise<SearchCase> {
  const file = join(import.meta.dirname, 'search-case.ts')
  const flags = ['--conditions=repertoire-source', '--expose-gc', '--max-old-space-size=12000']
  try {
    const { stdout } = await run(process.execPath, [...flags, file, engine, corpus])
    const line = stdout.trim().split('\n').at(-1) ?? ''
    // A full run takes long: results survive an interruption on stderr.
    process.stderr.write(`${engine} ${corpus}: ${line}\n`)
    return JSON.parse(line) as SearchCase
  } catch (error) {
    const why = error instanceof Error ? error.message.split('\n').slice(0, 2).join(' ') : 'unknown'
    return { kind: 'skipped', why: `the process failed (${why})` }
  }
}

function duration(milliseconds: number): string {
  return milliseconds.toFixed(milliseconds < 10 ? 3 : 1)
}

if (import.meta.main) for (const table of await benchSearch()) printTable(table)
