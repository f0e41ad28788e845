import type { SkillId } from '../../base/ids.ts'
import type { RoutingConditions } from './skill-routing.ts'

/** The environment of a turn that conditions refer to. Names only. */
export interface RoutingEnvironment {
  readonly env: ReadonlySet<string>
  /** Settings of single skills: their own secrets. */
  readonly ownEnv?: ReadonlyMap<SkillId, ReadonlySet<string>> | undefined
  readonly tools: ReadonlySet<string>
  readonly toolsets: ReadonlySet<string>
  readonly platform: string
}

const none: ReadonlySet<string> = new Set()

/**
 * The first condition that fails, as `requires_env:GLASSNODE_API_KEY`; null when all hold. A skill with a failed
 * condition is not eligible. `own`: settings of this skill alone. Pure.
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

/**
 * A failed condition in words, to follow "it": `needs the tool web_search`. `condition` is one that
 * {@link failedCondition} returned. Pure.
 */
export function describeFailedCondition(condition: string): string {
  const at = condition.indexOf(':')
  const [kind, name] = [condition.slice(0, at), condition.slice(at + 1)]
  switch (kind) {
    case 'requires_env':
      return `needs the setting ${name}, which is not set`
    case 'requires_tools':
      return `needs the tool ${name}, which is not there`
    case 'requires_toolsets':
      return `needs the toolset ${name}, which the agent does not have`
    case 'fallback_for_tools':
      return `only stands in for the tool ${name}, which is there`
    default:
      return `does not run on ${name || 'this platform'}`
  }
}

function missingCondition(
  condition: string,
  required: readonly string[],
  present: ReadonlySet<string>,
): string | null {
  const missing = required.find((name) => !present.has(name))
  return missing === undefined ? null : `${condition}:${missing}`
}
