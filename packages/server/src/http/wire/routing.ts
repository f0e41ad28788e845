import type { ExplainedTurn, RoutingExplanation } from '@repertoire/core/choose'
import {
  type AgentRouting,
  defaultScoreTable,
  type RoutingPreferences,
  type ScoreTable,
} from '@repertoire/core/domain'
import type { SearchHit } from '@repertoire/core/ports'
import type {
  RoutingAnswer,
  RoutingPreferencesBody,
  RoutingUpdate,
  ScoreTableBody,
} from '@repertoire/protocol'

const tableNames = {
  keyword: 'keyword',
  keyword_cap: 'keywordCap',
  stage: 'stage',
  asset_class: 'assetClass',
  co_activate: 'coActivate',
  signal_source: 'signalSource',
} as const satisfies Record<keyof ScoreTableBody, keyof ScoreTable>

const tableEntries = Object.entries(tableNames) as [keyof ScoreTableBody, keyof ScoreTable][]

export function toScoreTable(table: ScoreTable): ScoreTableBody {
  const pairs = tableEntries.map(([wire, core]) => [wire, table[core]])
  return Object.fromEntries(pairs) as ScoreTableBody
}

function fromTable(table: RoutingUpdate['table']): Partial<ScoreTable> {
  const entries = tableEntries.flatMap(([wire, core]) => {
    const value = table?.[wire]
    return value === undefined ? [] : [[core, value]]
  })
  return Object.fromEntries(entries) as Partial<ScoreTable>
}

/** Only the given fields. A score table replaces the previous one. */
export function fromRoutingUpdate(update: RoutingUpdate): AgentRouting {
  const { vocabularies, table } = update
  return {
    ...(vocabularies && { vocabularies: [...new Set(vocabularies)] }),
    ...(update.signal_slots !== undefined && { signalSlots: update.signal_slots }),
    ...(update.search_slots !== undefined && { searchSlots: update.search_slots }),
    ...(update.search_breaks_ties !== undefined && {
      searchBreaksTies: update.search_breaks_ties,
    }),
    ...(table && { table: fromTable(table) }),
  }
}

export function toRoutingUpdate(routing: AgentRouting): RoutingUpdate {
  const { vocabularies, signalSlots, searchSlots, searchBreaksTies } = routing
  return {
    ...(vocabularies && { vocabularies: [...vocabularies] }),
    ...(signalSlots !== undefined && { signal_slots: signalSlots }),
    ...(searchSlots !== undefined && { search_slots: searchSlots }),
    ...(searchBreaksTies !== undefined && { search_breaks_ties: searchBreaksTies }),
    ...(routing.table && { table: toPartialTable(routing.table) }),
  }
}

function toPartialTable(table: Partial<ScoreTable>): Partial<ScoreTableBody> {
  const pairs = tableEntries.flatMap(([wire, core]) => {
    const value = table[core]
    return value === undefined ? [] : [[wire, value]]
  })
  return Object.fromEntries(pairs) as Partial<ScoreTableBody>
}

export function toRoutingPreferences(preferences: RoutingPreferences): RoutingPreferencesBody {
  return toRoutingUpdate(preferences) as RoutingPreferencesBody
}

/** Facts of a turn besides its explanation. */
export interface RoutingAnswerContext {
  readonly preferences: RoutingPreferences
  readonly routed: boolean
}

export function toRoutingAnswer(
  { catalogue, skill, hits }: ExplainedTurn,
  { preferences, routed }: RoutingAnswerContext,
): RoutingAnswer {
  const byId = new Map(hits.map((hit) => [hit.skillId, hit]))
  return {
    entries: catalogue.entries.map((entry) => ({
      id: entry.skill.id,
      slug: entry.skill.slug,
      name: entry.skill.head.name,
      description: entry.skill.head.description,
      score: entry.score,
      fallback: entry.fallback,
      search_score: entry.searchScore,
      slot: entry.slot,
      reasons: [...entry.reasons],
      words: wordsOf(byId.get(entry.skill.id)),
    })),
    fits: catalogue.fits,
    eligible: catalogue.eligible,
    suppressed: catalogue.suppressed.map(({ slug, by }) => ({ slug, by })),
    stages: [...catalogue.turn.stages].sort(),
    asset_classes: [...catalogue.turn.assetClasses].sort(),
    routed,
    preferences: {
      ...toRoutingPreferences(preferences),
      table: toScoreTable({ ...defaultScoreTable, ...preferences.table }),
    },
    skill: skill && {
      slug: skill.skill.slug,
      name: skill.skill.head.name,
      ...explained(skill.explanation),
      search_score: byId.get(skill.skill.id)?.score ?? 0,
      words: wordsOf(byId.get(skill.skill.id)),
    },
  }
}

/** The words without duplicates, highest impact first. */
function wordsOf(hit: SearchHit | undefined): string[] {
  const heaviestFirst = [...(hit?.reasons ?? [])].sort((a, b) => b.impact - a.impact)
  const ofWords = heaviestFirst.filter(({ field }) => field !== 'quality')
  return [...new Set(ofWords.map(({ word }) => word))]
}

type Explained = Omit<
  NonNullable<RoutingAnswer['skill']>,
  'slug' | 'name' | 'search_score' | 'words'
>

const emptyExplanation = {
  why: null,
  because: null,
  score: null,
  fallback: null,
  needed: null,
  slot: null,
  reasons: [],
}

/** Shared by a single explained message and the evals of a skill. */
export function explained(explanation: RoutingExplanation): Explained {
  if (explanation.decision === 'offered') {
    const { score, fallback, slot, reasons } = explanation.entry
    return {
      ...emptyExplanation,
      decision: 'offered',
      score,
      fallback,
      slot,
      reasons: [...reasons],
    }
  }
  const { why } = explanation
  const refused = { ...emptyExplanation, decision: 'not-offered' as const, why }
  switch (explanation.why) {
    case 'dropped':
      return { ...refused, because: explanation.because }
    case 'near-duplicate':
      return { ...refused, because: explanation.of }
    case 'outranked': {
      const { score, fallback, needed, reasons } = explanation
      return { ...refused, score, fallback, needed, reasons: [...reasons] }
    }
    default:
      return refused
  }
}
