import type { SkillId } from '../../base/ids.ts'
import type { RoutingConditions } from './skill-routing.ts'

/** What is there in this turn, as conditions ask for it. Names only. */
export interface RoutingEnvironment {
  readonly env: ReadonlySet<string>
  /** Settings that are there for one skill alone: its own secrets. */
  readonly ownEnv?: ReadonlyMap<SkillId, ReadonlySet<string>> | undefined
  readonly tools: ReadonlySet<string>
  readonly toolsets: ReadonlySet<string>
  readonly platform: string
}

const none: ReadonlySet<string> = new Set()

/**
 * The first condition that does not hold, as `requires_env:GLASSNODE_API_KEY`; null when all do (E3). Such a
 * skill is dropped before anybody sees it. `own`: what is there for this skill alone. Pure.
 */
export function failedCondition(
  conditions: RoutingConditions,
  { env, tools, toolsets, platform }: RoutingEnvironment,
  own: ReadonlySet<string> = none,
): string | null {
  const { requiresEnv, requiresTools, requiresToolsets, fallbackForTools, platforms } = conditions
  const missing =
    missingCondition(
      'requires_env',
      requiresEnv.filter((name) => !own.has(name)),
      env,
    ) ??
    missingCondition('requires_tools', requiresTools, tools) ??
    missingCondition('requires_toolsets', requiresToolsets, toolsets)
  if (missing !== null) return missing
  const present = fallbackForTools.find((tool) => tools.has(tool))
  if (present !== undefined) return `fallback_for_tools:${present}`
  if (platforms.length > 0 && !platforms.includes(platform)) return `platforms:${platform}`
  return null
}

function missingCondition(
  condition: string,
  required: readonly string[],
  present: ReadonlySet<string>,
): string | null {
  const missing = required.find((name) => !present.has(name))
  return missing === undefined ? null : `${condition}:${missing}`
}
