import type { ConnectorAccess } from './connector.ts'
import { defaultRoutingPreferences, type RoutingPreferences } from './routing-preferences.ts'
import type { ToolTierSettings } from './tool-tier.ts'

export type EnablementPolicy = 'auto' | 'prompt-user' | 'admin-only'

/** An organisation's settings (A5). Names on the wire are the document's. */
export interface OrganisationSettings extends ToolTierSettings {
  /** Hard cap on the sum of active content lengths, in characters, per conversation. */
  readonly skillsMaxPromptChars: number
  readonly skillsDynamicSearchEnabled: boolean
  readonly skillEnablementPolicy: EnablementPolicy
  readonly skillsDynamicSearchPolicy: EnablementPolicy
  /** Text put first in every system prompt; empty for none. */
  readonly organisationPolicies: string
  /** Minutes a person has to answer an approval. */
  readonly approvalTtlMinutes: number
  /** Names of the toolsets agents speak, in order; unknown names do nothing. */
  readonly toolsets: readonly string[]
  /** `propose`: what an agent saves waits for a person; `save`: it becomes a skill of that person's at once (D5). */
  readonly agentSkillPolicy: 'propose' | 'save'
  /** Whether agents may read web pages at all. */
  readonly webFetchEnabled: boolean
  /** By connector name; `ask` for those not named. */
  readonly connectorAccess: Readonly<Record<string, ConnectorAccess>>
  /** The curator (D9) archives skills an agent made that nobody used for so many days; 0 leaves them alone. */
  readonly archiveAgentSkillsAfterDays: number
  /** Whether agents are reminded to write down what they learnt as a skill (B6). */
  readonly nudges: boolean
  /** Characters of skill bodies in the prompt of a `routed` agent; more are shed, lowest priority first (E5). */
  readonly skillBodyBudgetChars: number
  /** How the catalogue of a turn is chosen (E2); an agent may have its own. */
  readonly routing: RoutingPreferences
}

export const defaultSettings: OrganisationSettings = {
  skillsMaxPromptChars: 16_000,
  skillsDynamicSearchEnabled: false,
  skillEnablementPolicy: 'auto',
  skillsDynamicSearchPolicy: 'prompt-user',
  organisationPolicies: '',
  approvalTtlMinutes: 60,
  toolsets: ['discovery', 'workspace', 'person', 'web', 'connectors', 'observations'],
  agentSkillPolicy: 'propose',
  webFetchEnabled: false,
  connectorAccess: {},
  toolTiers: {},
  archiveAgentSkillsAfterDays: 30,
  nudges: true,
  skillBodyBudgetChars: 12_000,
  routing: defaultRoutingPreferences,
}
