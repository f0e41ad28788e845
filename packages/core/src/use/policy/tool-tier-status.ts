import type { OrganisationSettings } from '../../domain/settings.ts'
import { configuredTier, type ToolTier } from '../../domain/tool-tier.ts'

/** A tool as an admin looks at it. */
export interface ToolTierStatus {
  readonly name: string
  /** What holds now; null: the tool asks by its own rules. */
  readonly tier: ToolTier | null
  /** What would hold without the organisation's setting. */
  readonly ownTier: ToolTier | null
  /** Where `tier` comes from. */
  readonly from: 'organisation' | 'connector' | 'tool'
}

/** How a tool stands under the organisation's settings (E6). Pure. */
export function toolTierStatus(
  settings: Pick<OrganisationSettings, 'toolTiers'>,
  { name, ownTier }: Pick<ToolTierStatus, 'name' | 'ownTier'>,
): ToolTierStatus {
  const set = configuredTier(settings, name)
  const from = set ? 'organisation' : name.startsWith('mcp__') ? 'connector' : 'tool'
  return { name, tier: set ?? ownTier, ownTier, from }
}
