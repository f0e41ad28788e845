/** How much consent a tool needs, from none to the strictest. */
export const toolTiers = ['READ_ONLY', 'CONFIRM_ONCE', 'ALWAYS_CONFIRM', 'MANUAL_ONLY'] as const
export type ToolTier = (typeof toolTiers)[number]

/** The settings that decide about tiers. */
export interface ToolTierSettings {
  /** By tool, or `mcp__name__*` for all of a connector. Set by an admin, never by a skill. */
  readonly toolTiers: Readonly<Record<string, ToolTier>>
}

/** A server's annotations of its own tool (MCP). Untrusted. */
export interface ToolAnnotations {
  readonly readOnly?: boolean
  readonly destructive?: boolean
  /** It reaches others than its own server's data: mail, the web, public posts. */
  readonly openWorld?: boolean
}

/** Whether `tier` is at least as strict as `other`. */
export function isAtLeast(tier: ToolTier, other: ToolTier): boolean {
  return toolTiers.indexOf(tier) >= toolTiers.indexOf(other)
}

export function maxTier(one: ToolTier, other: ToolTier): ToolTier {
  return isAtLeast(one, other) ? one : other
}

/** The tier of a tool without annotations: by MCP it may be destructive. */
const unannotatedTier: ToolTier = 'ALWAYS_CONFIRM'

/**
 * The default tier of a connector's tool. The operator of the server wrote the annotations, so they count
 * only where the server is trusted. Otherwise the stricter of the annotated tier and the tier of an
 * unannotated tool applies.
 */
export function tierOfAnnotations(
  annotations: ToolAnnotations | undefined,
  { trusted }: { readonly trusted: boolean },
): ToolTier {
  const annotated = annotatedTier(annotations)
  return trusted ? annotated : maxTier(annotated, unannotatedTier)
}

function annotatedTier({ readOnly, destructive }: ToolAnnotations = {}): ToolTier {
  if (readOnly === true) return 'READ_ONLY'
  return destructive === false ? 'CONFIRM_ONCE' : unannotatedTier
}

/** A tool, and the proxy tools through which it is called. */
export interface CalledTool {
  readonly name: string
  /** The tier where the organisation has set none; null: the tool's own rules. */
  readonly ownTier: ToolTier | null
  readonly proxies: readonly (string | null)[]
}

/** The tier of a call under an organisation's settings; null when only the tool's own rules apply. Pure. */
export function tierOfCall(
  settings: ToolTierSettings,
  { name, ownTier, proxies }: CalledTool,
): ToolTier | null {
  let tier = configuredTier(settings, name) ?? ownTier
  for (const proxy of proxies) {
    const outer = proxy === null || proxy === name ? null : configuredTier(settings, proxy)
    // A proxy tool may be stricter than the tool it calls, never less strict. A tool with its own rules keeps
    // them.
    if (outer !== null && outer !== 'READ_ONLY') tier = maxTier(outer, tier ?? outer)
  }
  return tier
}

/**
 * The tier that an organisation has set for a tool, by its own name or for all tools of its connector
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
