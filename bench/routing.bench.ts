import type { SkillId } from '@repertoire/core/base'
import {
  defaultRouting,
  RoutingIndex,
  rankSkills,
  readTurn,
  type SkillRouting,
  scoreSkill,
  VocabularyIndex,
} from '@repertoire/core/choose'
import { defaultScoreTable } from '@repertoire/core/domain'
import { type QueryKind, syntheticQueries, syntheticSkill } from './corpus.ts'
import { printTable, quantile, type Table } from './table.ts'

const sizes = (process.env.BENCH_SKILLS ?? '1000,10000,100000').split(',').map(Number)
const kinds: readonly QueryKind[] = ['keyword', 'question', 'sentence']
const stages = ['discover', 'evaluate', 'decide', 'manage']
const assetClasses = ['stocks', 'bonds', 'crypto', 'cash', 'metals']
const limit = 60
/** Scoring every skill one by one is measured on this many turns, up to this many skills. */
const naiveTurns = 10
const maxNaiveSkills = 10_000

interface BenchSkill {
  readonly id: SkillId
  readonly slug: string
  readonly routing: SkillRouting
}

const vocabulary = new VocabularyIndex([
  {
    name: 'bench',
    stages: { decide: ['the', 'buy'], manage: ['close'] },
    assetClasses: { crypto: ['of'] },
  },
])
const environment = {
  env: new Set<string>(),
  tools: new Set<string>(),
  toolsets: new Set<string>(),
  platform: 'linux',
}

/** One turn: reading the message and ranking all skills. */
export async function benchRouting(): Promise<readonly Table[]> {
  return sizes.map(benchSize)
}

function benchSize(size: number): Table {
  const skills = Array.from({ length: size }, (_, index) => routedSkill(index))
  const before = usedBytes()
  const started = performance.now()
  const shared = indexOf(skills)
  const built = performance.now() - started
  const megabytes = (usedBytes() - before) / 1e6
  const indexed = measureRanking(shared)
  const updates = timed(
    Array.from({ length: 500 }, (_, index) => String(index)),
    (index) => {
      const skill = skills[Number(index) % size]!
      shared.put(skill, skill.routing)
      rank(shared, 'the')
    },
  )
  const naive =
    size > maxNaiveSkills
      ? null
      : kinds.map((kind) =>
          timed(syntheticQueries(kind, naiveTurns), (text) => scoreAll(skills, text)),
        )
  return {
    title: `Router: ${size.toLocaleString('en')} skills`,
    note: 'Milliseconds per turn: reading the message and ranking the 60 best skills by document E’s table with reasons. A third of the skills have keywords. Compared with scoring all skills one by one.',
    columns: [
      ...['', 'build (s)', 'memory (MB)', 'update + turn p50'],
      ...kinds.flatMap((kind) => [`${kind} p50`, 'p99']),
    ],
    rows: [
      [
        'indexed',
        seconds(built),
        megabytes.toFixed(0),
        formatMs(quantile(updates, 0.5)),
        ...cells(indexed),
      ],
      ...(naive ? [['one by one', '', '', '', ...cells(naive)]] : []),
    ],
  }
}

function indexOf(skills: readonly BenchSkill[]): RoutingIndex {
  const index = new RoutingIndex()
  for (const skill of skills) index.put(skill, skill.routing)
  rank(index, 'the')
  return index
}

function measureRanking(index: RoutingIndex): readonly number[][] {
  return kinds.map((kind) => timed(syntheticQueries(kind, 2200), (text) => rank(index, text)))
}

function rank(shared: RoutingIndex, text: string): void {
  const none = { own: new RoutingIndex(), samples: new RoutingIndex(), ownSlugs: new Set<string>() }
  const view = { shared, ...none }
  rankSkills(view, turnOf(text), { table: defaultScoreTable, limit })
}

function scoreAll(skills: readonly BenchSkill[], text: string): void {
  const turn = turnOf(text)
  skills
    .map(({ routing }) =>
      scoreSkill(routing, turn, { table: defaultScoreTable, coActivatedBy: null }),
    )
    .flatMap((score) => (score.dropped ? [] : [score.score]))
    .sort((a, b) => b - a)
}

function turnOf(message: string) {
  const turn = { message, signal: null, environment, searchScores: new Map<SkillId, number>() }
  return readTurn(turn, { vocabulary })
}

function timed(texts: readonly string[], run: (text: string) => void): number[] {
  for (const text of texts.slice(0, Math.min(200, texts.length / 10))) run(text)
  return texts.map((text) => {
    const started = performance.now()
    run(text)
    return performance.now() - started
  })
}

function cells(samples: readonly number[][]): string[] {
  return samples.flatMap((values) => [
    formatMs(quantile(values, 0.5)),
    formatMs(quantile(values, 0.99)),
  ])
}

function usedBytes(): number {
  globalThis.gc?.()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(2)
}

function formatMs(milliseconds: number): string {
  return milliseconds.toFixed(3)
}

if (import.meta.main) for (const table of await benchRouting()) printTable(table)

/** Every third skill declares keywords, stages and classes. */
function routedSkill(index: number): BenchSkill {
  const { slug, name, description, tags } = syntheticSkill(index)
  const spoken = description.split(' ')
  const pairs = spoken.slice(1, 12).map((word, at) => `${spoken[at]} ${word}`)
  const words = [name, ...tags, ...pairs]
  const isDeclaring = index % 3 === 0
  const routing: SkillRouting = {
    ...defaultRouting,
    priority: index % 101,
    keywords: isDeclaring ? words.slice(0, 10) : [],
    negativeKeywords: index % 50 === 0 ? words.slice(-1) : [],
    stages: isDeclaring ? [stages[index % stages.length]!] : [],
    assetClasses: index % 5 === 0 ? [assetClasses[index % assetClasses.length]!] : [],
    signalSources: index % 11 === 0 ? ['cron'] : [],
  }
  return { id: `skl_${index}` as SkillId, slug: `${slug}-${index}`, routing }
}
