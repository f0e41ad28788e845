import type { SkillId } from '../../base/ids.ts'
import type { SynonymGroup } from '../../domain/synonyms.ts'
import type { RoutingEnvironment } from './conditions.ts'
import { type MessageSynonym, messageSynonyms } from './message-synonyms.ts'
import { routingTokens } from './routing-tokens.ts'
import type { VocabularyIndex } from './vocabulary.ts'

/** The trigger of an autonomous turn, as far as routing needs it. */
export interface RoutingTrigger {
  /** `cron`, `webhook`. */
  readonly source: string
  readonly assetClass: string | null
  readonly suggestedStages: readonly string[]
}

/** The input of routing besides the skills. */
export interface TurnRouting {
  readonly message: string
  readonly signal: RoutingTrigger | null
  readonly environment: RoutingEnvironment
  /** Search scores of the hits for the message, to break ties. Empty to not break ties. */
  readonly searchScores: ReadonlyMap<SkillId, number>
}

/** A turn with its tokens and inferred topics. */
export interface RoutedTurn extends TurnRouting {
  readonly words: readonly string[]
  /** Those of the organisation for words of the message. Their words follow the ones of the message. */
  readonly synonyms: readonly MessageSynonym[]
  /** Positions of each word in the message. */
  readonly positions: ReadonlyMap<string, readonly number[]>
  readonly stages: ReadonlySet<string>
  readonly assetClasses: ReadonlySet<string>
}

interface Wording {
  readonly vocabulary: VocabularyIndex
  readonly synonyms?: readonly SynonymGroup[] | undefined
}

/** Reads the message: its words, and the stages and asset classes of the message and the trigger. */
export function readTurn(
  turn: TurnRouting,
  { vocabulary, synonyms: groups = [] }: Wording,
): RoutedTurn {
  const said = routingTokens(turn.message)
  const synonyms = messageSynonyms(said, groups)
  const words = [...said, ...synonyms.flatMap(({ words }) => [phraseEnd, ...words])]
  const { stages, assetClasses } = vocabulary.infer(words)
  const { signal } = turn
  return {
    ...turn,
    ...{ words, synonyms },
    positions: positionsOf(words),
    stages: new Set([...stages, ...(signal?.suggestedStages ?? [])]),
    assetClasses: new Set([...assetClasses, ...(signal?.assetClass ? [signal.assetClass] : [])]),
  }
}

/** No word is empty, so no keyword spans it. */
const phraseEnd = ''

function positionsOf(words: readonly string[]): ReadonlyMap<string, readonly number[]> {
  const positions = new Map<string, number[]>()
  for (const [at, word] of words.entries()) {
    const known = positions.get(word)
    if (known) known.push(at)
    else positions.set(word, [at])
  }
  return positions
}

/** Whether the words occur in the message, adjacent and in this order. */
export function containsPhrase(
  { words, positions }: RoutedTurn,
  phrase: readonly string[],
): boolean {
  const [first] = phrase
  if (first === undefined) return false
  const starts = positions.get(first) ?? []
  return starts.some((start) => phrase.every((word, index) => words[start + index] === word))
}
