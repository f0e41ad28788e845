import type { SkillId } from '../../base/ids.ts'
import type { RoutingEnvironment } from './conditions.ts'
import { routingTokens } from './routing-tokens.ts'
import type { VocabularyIndex } from './vocabulary.ts'

/** What started a turn that no human started, as far as routing goes (E8). */
export interface RoutingTrigger {
  /** `cron`, `webhook`. */
  readonly source: string
  readonly assetClass: string | null
  readonly suggestedStages: readonly string[]
}

/** Everything the choice of skills follows from, apart from the skills (E2). */
export interface TurnRouting {
  readonly message: string
  readonly signal: RoutingTrigger | null
  readonly environment: RoutingEnvironment
  /** How well search finds each skill for the message, of those it finds; breaks ties. Empty: it breaks none. */
  readonly searchScores: ReadonlyMap<SkillId, number>
}

/** A turn, read once for all skills. */
export interface RoutedTurn extends TurnRouting {
  readonly words: readonly string[]
  /** Where each word stands in the message. */
  readonly positions: ReadonlyMap<string, readonly number[]>
  readonly stages: ReadonlySet<string>
  readonly assetClasses: ReadonlySet<string>
}

/** Reads the message: its words, and the stages and asset classes they and the signal speak of (E7). */
export function readTurn(turn: TurnRouting, vocabulary: VocabularyIndex): RoutedTurn {
  const words = routingTokens(turn.message)
  const { stages, assetClasses } = vocabulary.infer(words)
  const { signal } = turn
  return {
    ...turn,
    words,
    positions: positionsOf(words),
    stages: new Set([...stages, ...(signal?.suggestedStages ?? [])]),
    assetClasses: new Set([...assetClasses, ...(signal?.assetClass ? [signal.assetClass] : [])]),
  }
}

function positionsOf(words: readonly string[]): ReadonlyMap<string, readonly number[]> {
  const positions = new Map<string, number[]>()
  for (const [at, word] of words.entries()) {
    const known = positions.get(word)
    if (known) known.push(at)
    else positions.set(word, [at])
  }
  return positions
}

/** Whether the words stand in the message, in this order and next to each other. */
export function containsPhrase(
  { words, positions }: RoutedTurn,
  phrase: readonly string[],
): boolean {
  const [first] = phrase
  if (first === undefined) return false
  const starts = positions.get(first) ?? []
  return starts.some((start) => phrase.every((word, index) => words[start + index] === word))
}
