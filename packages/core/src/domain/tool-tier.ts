/** How much of a person's consent a tool needs (E6), from none to the most. */
export const toolTiers = ['READ_ONLY', 'CONFIRM_ONCE', 'ALWAYS_CONFIRM', 'MANUAL_ONLY'] as const
export type ToolTier = (typeof toolTiers)[number]

/** The part of an organisation's settings that decides about tiers. */
export interface ToolTierSettings {
  /** By tool, or `mcp__name__*` for all of a connector (E6): set by an admin, never by a skill. */
  readonly toolTiers: Readonly<Record<string, ToolTier>>
}

/** What a server says about a tool of its own (MCP). A stranger's words. */
export interface ToolAnnotations {
  readonly readOnly?: boolean
  readonly destructive?: boolean
}

/** Whether one of the tiers holds back at least as much as the other. */
export function isAtLeast(tier: ToolTier, other: ToolTier): boolean {
  return toolTiers.indexOf(tier) >= toolTiers.indexOf(other)
}

export function stricterTier(one: ToolTier, other: ToolTier): ToolTier {
  return isAtLeast(one, other) ? one : other
}

/** What a tool gets that says nothing about itself: by MCP it may destroy. */
const unannotatedTier: ToolTier = 'ALWAYS_CONFIRM'

/**
 * The tier a connector's tool has by itself. Whoever runs the server wrote its annotations, so they only count
 * where the operator trusts that server; elsewhere the stricter holds of what they say and what a tool
 * without any gets.
 */
export function tierOfAnnotations(
  annotations: ToolAnnotations | undefined,
  trusted: boolean,
): ToolTier {
  const annotated = annotatedTier(annotations)
  return trusted ? annotated : stricterTier(annotated, unannotatedTier)
}

function annotatedTier({ readOnly, destructive }: ToolAnnotations = {}): ToolTier {
  if (readOnly === true) return 'READ_ONLY'
  return destructive === false ? 'CONFIRM_ONCE' : unannotatedTier
}

/** A tool, and by way of which others it is called. */
export interface CalledTool {
  readonly name: string
  /** What holds where the organisation has set nothing; null: its own rules. */
  readonly ownTier: ToolTier | null
  readonly proxies: readonly (string | null)[]
}

/** What holds for a call under an organisation's settings; null when only the tool's own rules do. Pure. */
export function tierOfCall(
  settings: ToolTierSettings,
  { name, ownTier, proxies }: CalledTool,
): ToolTier | null {
  let tier = configuredTier(settings, name) ?? ownTier
  for (const proxy of proxies) {
    const outer = proxy === null || proxy === name ? null : configuredTier(settings, proxy)
    // A way to call things may ask more than they do, never less: what asks by its own rules goes on doing so.
    if (outer !== null && outer !== 'READ_ONLY') tier = stricterTier(outer, tier ?? outer)
  }
  return tier
}

/**
 * What an organisation has set for a tool: by its own name, or for all tools of its connector
 * (`mcp__github__*`). Null when nothing is set.
 */
export function configuredTier(
  { toolTiers: set }: ToolTierSettings,
  tool: string,
): ToolTier | null {
  const connector = /^mcp__[a-z0-9-]+__(?=.)/.exec(tool)?.[0]
  for (const key of [tool, ...(connector ? [`${connector}*`] : [])]) {
    if (Object.hasOwn(set, key)) return set[key] ?? null
  }
  return null
}
