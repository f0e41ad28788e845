import type { AgentRouting } from '../routing/routing-preferences.ts'
import { defaultRoutingPreferences } from '../routing/routing-preferences.ts'
import { createVocabularyShelf } from '../routing/vocabulary-shelf.ts'
import { createInProcessSegmentBuilder } from '../search/segment-builder.ts'
import { createSkillSearch } from '../search/skill-search.ts'
import { routed } from '../tools/routed.ts'
import { workspace } from '../tools/workspace.ts'
import { type AgentScene, type AgentSceneOptions, createAgentScene } from './agent-scene.ts'
import { packageArrival, type SamplePackage } from './package-arrival.ts'

const finance = {
  name: 'finance',
  stages: { discover: ['price of'], evaluate: ['should I'], decide: ['buy', 'sell'], manage: [] },
  assetClasses: { crypto_major: ['btc'] },
}

export interface RoutedSceneOptions extends Omit<AgentSceneOptions, 'skills' | 'routing'> {
  readonly samples: readonly SamplePackage[]
  /** Over the document's own: its scores alone. */
  readonly routing?: AgentRouting
  readonly env?: readonly string[]
}

/** One organisation whose agent is routed, with skills indexed as the server does it. */
export function createRoutedScene(options: RoutedSceneOptions): Promise<AgentScene> {
  const { samples, routing, env = [], settings, ...rest } = options
  const ofDocument = { searchSlots: 0, searchBreaksTies: false, derivedKeywords: false }
  return createAgentScene({
    toolsets: [routed, workspace],
    ...rest,
    skills: samples.map((sample) => packageArrival(sample, options.sha256)),
    settings: {
      ...settings,
      routing: { ...defaultRoutingPreferences, ...ofDocument, ...routing },
    },
    routing: (store) => {
      const search = createSkillSearch({ store, segments: createInProcessSegmentBuilder() })
      const vocabularies = createVocabularyShelf([finance])
      return { search, router: search, vocabularies, env: new Set(env), platform: 'linux' }
    },
  })
}

/** A skill with a body of that many characters. */
export function sized(name: string, size: number, ...lines: readonly string[]): SamplePackage {
  return {
    frontmatter: [`name: ${name}`, `description: About ${name}.`, ...lines].join('\n'),
    body: `${`${name} `.repeat(Math.ceil(size / (name.length + 1))).slice(0, size - 1)}.`,
  }
}
