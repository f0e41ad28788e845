import { fallbackScore, type ScoreTable } from '../../domain/score-table.ts'
import { failedCondition } from './conditions.ts'
import { synonymReasons } from './message-synonyms.ts'
import { maxPhraseLength } from './phrase-trie.ts'
import { routingTokens } from './routing-tokens.ts'
import type { SkillRouting } from './skill-routing.ts'
import { containsPhrase, type RoutedTurn } from './turn.ts'

/** The score of one skill with its reasons. */
export type SkillScore =
  | {
      readonly dropped: false
      readonly score: number
      /** The tie-breaker of document E: 100 minus the priority. */
      readonly fallback: number
      /** `kw:buy`, `stage:decide`, `asset:crypto_major`, `signal:cron`, `co:swap`, `synonym:k8s ~ kubernetes`. */
      readonly reasons: readonly string[]
    }
  /** `negative:paper trading`, `requires_env:KEY`. Never offered, whatever its score. */
  | { readonly dropped: true; readonly because: string }

export interface ScoreOptions {
  readonly table: ScoreTable
  /** The skill that co-activates this one, or null. */
  readonly coActivatedBy: string | null
  /** Settings of this skill alone. */
  readonly ownEnv?: ReadonlySet<string> | undefined
}

/** Scores a single skill; the index gives the same scores for all skills. Pure. */
export function scoreSkill(
  routing: SkillRouting,
  turn: RoutedTurn,
  { table, coActivatedBy, ownEnv }: ScoreOptions,
): SkillScore {
  const because = dropReason(routing, turn, ownEnv)
  if (because !== null) return { dropped: true, because }
  const keywords = hits(routing.keywords, turn)
  const stages = routing.stages.filter((stage) => turn.stages.has(stage))
  const assets = routing.assetClasses.filter((asset) => turn.assetClasses.has(asset))
  const source = turn.signal?.source
  const sources = routing.signalSources.filter((name) => name === source)
  const score =
    capped(keywords.length, table.keyword, table.keywordCap) +
    (stages.length > 0 ? table.stage : 0) +
    (assets.length > 0 ? table.assetClass : 0) +
    (sources.length > 0 ? table.signalSource : 0) +
    (coActivatedBy === null ? 0 : table.coActivate)
  const reasons = [
    ...keywords.map((keyword) => `kw:${keyword}`),
    ...synonymReasons(keywords, turn),
    ...stages.map((stage) => `stage:${stage}`),
    ...assets.map((asset) => `asset:${asset}`),
    ...sources.map((name) => `signal:${name}`),
    ...(coActivatedBy === null ? [] : [`co:${coActivatedBy}`]),
  ]
  return { dropped: false, score, fallback: fallbackScore(routing.priority), reasons }
}

type Phrases = ReturnType<typeof distinctPhrases>
/** Keyed by the list itself: the routing cache keeps the lists of frequent skills. */
const phraseCache = new WeakMap<readonly string[], Phrases>()

function phrasesOf(keywords: readonly string[]): Phrases {
  const known = phraseCache.get(keywords)
  if (known) return known
  const phrases = distinctPhrases(keywords)
  phraseCache.set(keywords, phrases)
  return phrases
}

/** Maximum keywords of a skill; a hint counts hits in twelve bits. */
const maxKeywords = 4_000

/** Distinct keywords by their tokens; each counts once, however often it occurs in the message. */
export function distinctPhrases(keywords: readonly string[]): readonly {
  readonly keyword: string
  readonly words: readonly string[]
}[] {
  const phrases = new Map<string, { keyword: string; words: readonly string[] }>()
  for (const keyword of keywords) {
    if (phrases.size === maxKeywords) break
    const words = routingTokens(keyword)
    const key = words.join(' ')
    if (words.length === 0 || words.length > maxPhraseLength || phrases.has(key)) continue
    phrases.set(key, { keyword, words })
  }
  return [...phrases.values()]
}

export function capped(count: number, each: number, cap: number): number {
  return Math.min(count * each, cap)
}

function dropReason(
  routing: SkillRouting,
  turn: RoutedTurn,
  ownEnv: ReadonlySet<string> | undefined,
): string | null {
  const [negative] = hits(routing.negativeKeywords, turn)
  if (negative !== undefined) return `negative:${negative}`
  return failedCondition(routing.conditions, turn.environment, ownEnv)
}

function hits(keywords: readonly string[], turn: RoutedTurn): readonly string[] {
  if (keywords.length === 0) return keywords
  return phrasesOf(keywords)
    .filter(({ words }) => containsPhrase(turn, words))
    .map(({ keyword }) => keyword)
}
