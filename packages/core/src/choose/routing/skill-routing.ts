/** What must be so for a skill to be offered at all (E3). An empty list asks for nothing. */
export interface RoutingConditions {
  /** Names of settings that must be there, such as the key of a provider. */
  readonly requiresEnv: readonly string[]
  readonly requiresTools: readonly string[]
  readonly requiresToolsets: readonly string[]
  /** Offered only while none of these tools is there. */
  readonly fallbackForTools: readonly string[]
  /** `linux`, `darwin`, `win32`. */
  readonly platforms: readonly string[]
}

/** What a skill says of when it is wanted (E1). Untrusted: it chooses what is offered, never what is allowed. */
export interface SkillRouting {
  /** 0 comes first, 100 last. */
  readonly priority: number
  /** Told in place of the body when there is no room for that (E5); empty for none. */
  readonly summary: string
  /** The tools the skill works with; a hint. */
  readonly toolNames: readonly string[]
  readonly keywords: readonly string[]
  /** Made from its own words because it names no keywords; they count less. */
  readonly derivedKeywords: readonly string[]
  readonly negativeKeywords: readonly string[]
  readonly stages: readonly string[]
  readonly assetClasses: readonly string[]
  /** Kinds of signals it is for: `cron`, `webhook`. */
  readonly signalSources: readonly string[]
  /** Slugs of skills that go well with it. */
  readonly coActivate: readonly string[]
  readonly conditions: RoutingConditions
}

export const noConditions: RoutingConditions = {
  requiresEnv: [],
  requiresTools: [],
  requiresToolsets: [],
  fallbackForTools: [],
  platforms: [],
}

/** Of a skill that says nothing. */
export const defaultRouting: SkillRouting = {
  priority: 50,
  summary: '',
  toolNames: [],
  keywords: [],
  derivedKeywords: [],
  negativeKeywords: [],
  stages: [],
  assetClasses: [],
  signalSources: [],
  coActivate: [],
  conditions: noConditions,
}
