/** Conditions for offering a skill. An empty list requires nothing. */
export interface RoutingConditions {
  /** Names of required settings, such as the key of a provider. */
  readonly requiresEnv: readonly string[]
  readonly requiresTools: readonly string[]
  readonly requiresToolsets: readonly string[]
  /** The skill is offered only while none of these tools is available. */
  readonly fallbackForTools: readonly string[]
  /** `linux`, `darwin`, `win32`. */
  readonly platforms: readonly string[]
}

/** The routing fields of a skill. Untrusted: they influence what is offered, never what is allowed. */
export interface SkillRouting {
  /** 0 comes first, 100 last. */
  readonly priority: number
  /** Shown instead of a shed body; empty for none. */
  readonly summary: string
  /** The tools that the skill uses; a hint. */
  readonly toolNames: readonly string[]
  readonly keywords: readonly string[]
  readonly negativeKeywords: readonly string[]
  readonly stages: readonly string[]
  readonly assetClasses: readonly string[]
  /** Kinds of triggers: `cron`, `webhook`. */
  readonly signalSources: readonly string[]
  /** Slugs of skills to co-activate. */
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

/** Routing of a skill without routing fields. */
export const defaultRouting: SkillRouting = {
  priority: 50,
  summary: '',
  toolNames: [],
  keywords: [],
  negativeKeywords: [],
  stages: [],
  assetClasses: [],
  signalSources: [],
  coActivate: [],
  conditions: noConditions,
}
