import { type RankingCorpus, rankingCorpus } from './ranking-corpus.ts'
import {
  type Half,
  type RankingKind,
  type RankingQuery,
  rankingQueries,
} from './ranking-queries.ts'
import { miniSearchWeighted } from './search-engines/mini-search.ts'
import { repertoire, withEmbeddingModel } from './search-engines/repertoire.ts'
import type { BuiltEngine, SearchEngine } from './search-engines/search-engine.ts'
import { sqliteFts } from './search-engines/sqlite-fts.ts'
import { printTable, type Table } from './table.ts'

const distractors = Number(process.env.BENCH_DISTRACTORS ?? '7000')
/** A folder with skills that nobody tuned anything on. */
const otherSkills = process.env.BENCH_OTHER_SKILLS
const engines: readonly SearchEngine[] =
  process.env.BENCH_PEERS === 'no'
    ? [repertoire, ...withEmbeddingModel]
    : [repertoire, ...withEmbeddingModel, sqliteFts, miniSearchWeighted]
const kinds: readonly RankingKind[] = [
  ...(['name', 'word', 'prefix', 'tag', 'misspelt', 'sentence', 'typing errors'] as const),
]
const halves: readonly Half[] = ['tuning', 'withheld']

/** Short queries and withheld sentences, each half of the queries by itself, beside the peers. */
export async function benchRanking(): Promise<readonly Table[]> {
  const folders = otherSkills === undefined ? [undefined] : [undefined, otherSkills]
  const tables: Table[] = []
  for (const folder of folders) {
    const corpus = rankingCorpus(folder, distractors)
    if (corpus.labelled.length > 0) tables.push(await rankingTable(corpus))
  }
  return tables
}

async function rankingTable(corpus: RankingCorpus): Promise<Table> {
  const queries = rankingQueries(corpus)
  const rows: string[][] = []
  for (const engine of engines) {
    const built = await engine.build(
      { size: corpus.skills.length, skill: (index) => corpus.skills[index]! },
      Number.POSITIVE_INFINITY,
    )
    for (const half of halves) {
      const cells: string[] = []
      for (const kind of kinds)
        cells.push(
          await hitRates(
            built,
            queries.filter((one) => one.kind === kind && one.half === half),
          ),
        )
      const sure = await sureShares(
        built,
        queries.filter((one) => one.half === half),
      )
      rows.push([engine.label, half, ...cells, sure])
    }
  }
  const count = (half: Half) =>
    kinds
      .map(
        (kind) =>
          `${queries.filter((one) => one.kind === kind && one.half === half).length} ${kind}`,
      )
      .join(', ')
  return {
    title: `Ranking: ${corpus.label}`,
    note: `hit@1 / hit@5 / MRR in percent. Queries: tuning ${count('tuning')}; withheld ${count('withheld')}. Split by the hash of the query. Used: precision of the hits that are used without asking, over sentences and requests that no skill is for / share of sentences that use the right one / share of the other requests that use any.`,
    columns: ['engine', 'half', ...kinds, 'used'],
    rows,
  }
}

async function sureShares(engine: BuiltEngine, queries: readonly RankingQuery[]): Promise<string> {
  const counts = { used: 0, right: 0, sentences: 0, foreign: 0, wronglyUsed: 0 }
  if (!engine.isSure) return '–'
  for (const { text, kind, right } of queries) {
    if (kind !== 'sentence' && kind !== 'foreign') continue
    counts[kind === 'sentence' ? 'sentences' : 'foreign'] += 1
    if (!(await engine.isSure(text))) continue
    const [first = -1] = await engine.search(text, 1)
    counts.used += 1
    if (right.has(first)) counts.right += 1
    if (kind === 'foreign') counts.wronglyUsed += 1
  }
  const { used, right, sentences, foreign, wronglyUsed } = counts
  return [right / used, right / sentences, wronglyUsed / foreign]
    .map((share) => (100 * share).toFixed(1))
    .join(' / ')
}

async function hitRates(engine: BuiltEngine, queries: readonly RankingQuery[]): Promise<string> {
  let [first, five, reciprocal] = [0, 0, 0]
  for (const { text, kind, right } of queries) {
    const found = await engine.search(text, 20, { prefix: kind === 'prefix' })
    const rank = found.findIndex((index) => right.has(index)) + 1
    if (rank === 1) first += 1
    if (rank > 0 && rank <= 5) five += 1
    if (rank > 0) reciprocal += 1 / rank
  }
  const share = (sum: number) => ((100 * sum) / queries.length).toFixed(1)
  return queries.length === 0 ? '–' : [first, five, reciprocal].map(share).join(' / ')
}

if (import.meta.main) for (const table of await benchRanking()) printTable(table)
