/**
 * One engine on one corpus in a separate process: `search-case.ts <engine> <skills | real>` prints a line of
 * JSON.
 */
import { type QueryKind, syntheticQueries, syntheticSkill, testedSkills } from './corpus.ts'
import { miniSearchDefault, miniSearchWeighted } from './search-engines/mini-search.ts'
import { orama } from './search-engines/orama.ts'
import { repertoire } from './search-engines/repertoire.ts'
import {
  BuildTooSlow,
  type BuiltEngine,
  cpuSeconds,
  type SearchEngine,
} from './search-engines/search-engine.ts'
import { sqliteFts } from './search-engines/sqlite-fts.ts'
import { quantile } from './table.ts'

export interface Latency {
  readonly p50: number
  readonly p99: number
}

export type SearchCase =
  | {
      readonly kind: 'ranking'
      readonly queries: number
      readonly hit5: number
      readonly mrr: number
    }
  | {
      readonly kind: 'speed'
      readonly buildSeconds: number
      readonly megabytes: number
      readonly latency: Readonly<Record<QueryKind, Latency>>
    }
  | { readonly kind: 'skipped'; readonly why: string }

export const engines: Readonly<Record<string, SearchEngine>> = {
  repertoire,
  sqliteFts,
  miniSearchWeighted,
  miniSearchDefault,
  orama,
}
export const buildLimitSeconds = 240
/** Time limit for one kind of queries, which still runs at least `minQueries`. */
const maxSecondsPerKind = 10
const minQueries = 20

async function measureRanking(engine: SearchEngine): Promise<SearchCase> {
  const labelled = testedSkills()
  const built = await engine.build(
    { size: labelled.length, skill: (index) => labelled[index]!.skill },
    Number.POSITIVE_INFINITY,
  )
  const ranks: number[] = []
  for (const [index, { trigger }] of labelled.entries()) {
    if (trigger === null) continue
    ranks.push((await built.search(trigger, labelled.length)).indexOf(index) + 1)
  }
  const share = (count: number): number => (100 * count) / ranks.length
  const reciprocals = ranks.reduce((sum, rank) => sum + (rank > 0 ? 1 / rank : 0), 0)
  const hits = ranks.filter((rank) => rank > 0 && rank <= 5).length
  return { kind: 'ranking', queries: ranks.length, hit5: share(hits), mrr: share(reciprocals) }
}

async function measureSpeed(engine: SearchEngine, size: number): Promise<SearchCase> {
  const corpus = { size, skill: syntheticSkill }
  const generationSeconds = timeGeneration(size)
  const before = usedBytes()
  const started = cpuSeconds()
  const built = await engine.build(corpus, started + buildLimitSeconds)
  const buildSeconds = cpuSeconds() - started - generationSeconds
  const megabytes = (usedBytes() - before + (built.nativeBytes?.() ?? 0)) / 1e6
  const latency = {
    keyword: await measureLatency(built, 'keyword'),
    question: await measureLatency(built, 'question'),
    sentence: await measureLatency(built, 'sentence'),
  }
  return { kind: 'speed', buildSeconds, megabytes, latency }
}

/** CPU seconds for generating the texts, subtracted from the build time; also warms up the generator. */
function timeGeneration(size: number): number {
  const sample = Math.min(size, 2000)
  for (let index = 0; index < sample; index += 1) syntheticSkill(index)
  const started = cpuSeconds()
  for (let index = 0; index < sample; index += 1) syntheticSkill(index)
  return (cpuSeconds() - started) * (size / sample)
}

async function measureLatency(built: BuiltEngine, kind: QueryKind): Promise<Latency> {
  const queries = syntheticQueries(kind, 600)
  const samples: number[] = []
  const warmupStart = performance.now()
  for (const text of queries.slice(0, 100)) {
    await built.search(text, 10)
    if (performance.now() - warmupStart > 1000 * maxSecondsPerKind) break
  }
  const started = performance.now()
  for (const text of queries.slice(100)) {
    const queryStart = performance.now()
    await built.search(text, 10)
    samples.push(performance.now() - queryStart)
    if (samples.length >= minQueries && performance.now() - started > 1000 * maxSecondsPerKind)
      break
  }
  return { p50: quantile(samples, 0.5), p99: quantile(samples, 0.99) }
}

function usedBytes(): number {
  globalThis.gc?.()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

async function measure(name: string, corpus: string): Promise<SearchCase> {
  const engine = engines[name]
  if (engine === undefined) throw new Error(`Unknown engine: ${name}.`)
  try {
    return await (corpus === 'real' ? measureRanking(engine) : measureSpeed(engine, Number(corpus)))
  } catch (error) {
    if (!(error instanceof BuildTooSlow)) throw error
    return {
      kind: 'skipped',
      why: `build over ${buildLimitSeconds} CPU seconds (${error.message})`,
    }
  }
}

if (import.meta.main) {
  const [name = '', corpus = ''] = process.argv.slice(2)
  process.stdout.write(`${JSON.stringify(await measure(name, corpus))}\n`)
}
