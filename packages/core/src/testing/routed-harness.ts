import type { JsonValue } from '../base/json.ts'
import type { Sha256 } from '../base/sha256.ts'
import { createVocabularyRegistry } from '../choose/routing/vocabulary-registry.ts'
import { createInProcessSegmentBuilder } from '../choose/search/segment-builder.ts'
import { createSkillSearch } from '../choose/search/skill-search.ts'
import type { ToolCall } from '../domain/events.ts'
import type { AgentRouting } from '../domain/routing-preferences.ts'
import { defaultRoutingPreferences, documentVocabulary } from '../domain/routing-preferences.ts'
import type { ModelRequest } from '../ports/model.ts'
import type { Store } from '../ports/store.ts'
import { routed } from '../use/toolsets/routed/routed.ts'
import { workspace } from '../use/toolsets/workspace/workspace.ts'
import { type AgentHarness, type AgentHarnessOptions, createAgentHarness } from './agent-harness.ts'
import { ingestedPackage, type SamplePackage } from './ingested-package.ts'
import { createCallingModel, type ScriptedModel } from './scripted-model.ts'

const finance = {
  name: 'finance',
  stages: { discover: ['price of'], evaluate: ['should I'], decide: ['buy', 'sell'], manage: [] },
  assetClasses: { crypto_major: ['btc'] },
}

export interface RoutedHarnessOptions extends Omit<AgentHarnessOptions, 'skills' | 'routing'> {
  readonly samples: readonly SamplePackage[]
  /** Overrides the defaults of document E. */
  readonly routing?: AgentRouting
  readonly env?: readonly string[]
}

/** An organisation whose agent uses routing, with skills indexed like on the server. */
export function createRoutedHarness(options: RoutedHarnessOptions): Promise<AgentHarness> {
  const { samples, routing, env = [], settings, ...rest } = options
  const ofDocument = {
    ...{ searchSlots: 0, searchBreaksTies: false },
    vocabularies: [documentVocabulary],
  }
  return createAgentHarness({
    toolsets: [routed, workspace],
    ...rest,
    skills: samples.map((sample) => ingestedPackage(sample, options.sha256)),
    settings: {
      ...settings,
      routing: { ...defaultRoutingPreferences, ...ofDocument, ...routing },
    },
    routing: (store) => indexedRouting(store, env),
  })
}

/** Search and routing of an organisation, indexed like on the server. */
export function indexedRouting(store: Store, env: readonly string[] = []) {
  const search = createSkillSearch({ store, segments: createInProcessSegmentBuilder() })
  const vocabularies = createVocabularyRegistry([finance])
  return { search, router: search, vocabularies, env: new Set(env), platform: 'linux' }
}

/** A skill with a body of `size` characters. */
export function sized(name: string, size: number, ...lines: readonly string[]): SamplePackage {
  return {
    frontmatter: [`name: ${name}`, `description: About ${name}.`, ...lines].join('\n'),
    body: `${`${name} `.repeat(Math.ceil(size / (name.length + 1))).slice(0, size - 1)}.`,
  }
}

export const activate = (
  id: string,
  ids: readonly string[],
  more: Record<string, JsonValue> = {},
): ToolCall => ({ id, name: 'activate_skills', input: { ids: [...ids], ...more } })

interface RoutedRun {
  readonly harness: AgentHarness
  readonly model: ScriptedModel
}

/** Returns a function that runs a model with one of the given calls per step. */
export function routedRunner(sha256: Sha256) {
  return async (
    calls: readonly ToolCall[],
    options: Omit<RoutedHarnessOptions, 'sha256' | 'model'>,
  ): Promise<RoutedRun> => {
    const model = createCallingModel(...calls)
    const harness = await createRoutedHarness({ ...options, sha256, model })
    await harness.work(await harness.say('Should I buy btc?'), { fresh: true })
    return { harness, model }
  }
}

/** The catalogue block of a prompt; empty when there is none. */
export function catalogueOf({ system }: ModelRequest): string {
  return system.find((block) => block.startsWith('<skill_catalogue>')) ?? ''
}

/** The names of the skills with a body in the prompt, in order. */
export function bodiesOf({ system }: ModelRequest): readonly string[] {
  return system.flatMap((block) => /^<skill name="([^"]*)">/.exec(block)?.[1] ?? [])
}

/** The model request of a step, counted from 1 over all runs. */
export function requestAt({ requests }: ScriptedModel, step: number): ModelRequest {
  const request = requests[step - 1]
  if (!request) throw new Error(`there was no step ${step}`)
  return request
}

/** The tool and the output or refusal code of each call. */
export async function outcomes(harness: AgentHarness) {
  return (await harness.all('tool-completed')).map(({ name, outcome }) => [
    name,
    outcome.status === 'ok' ? outcome.output : outcome.problem.code,
  ])
}
