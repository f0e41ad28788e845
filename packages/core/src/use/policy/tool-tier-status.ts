import type { OrganisationSettings } from '../../domain/settings.ts'
import { configuredTier, type ToolTier } from '../../domain/tool-tier.ts'

/** A tool's tier as shown to admins. */
export interface ToolTierStatus {
  readonly name: string
  /** The effective tier; null: the tool has its own rules. */
  readonly tier: ToolTier | null
  /** The tier without the organisation's setting. */
  readonly ownTier: ToolTier | null
  /** The origin of `tier`. */
  readonly from: 'organisation' | 'connector' | 'tool'
}

/** The tier of a tool under the organisation's settings. Pure. */
export function toolTierStatus(
  settings: Pick<OrganisationSettings, 'toolTiers'>,
  { name, ownTier }: Pick<ToolTierStatus, 'name' | 'ownTier'>,
): ToolTierStatus {
  const set = configuredTier(settings, name)
  const from = set ? 'organisation' : name.startsWith('mcp__') ? 'connector' : 'tool'
  return { name, tier: set ?? ownTier, ownTier, from }
}
