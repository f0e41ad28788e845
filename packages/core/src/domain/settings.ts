import type { AllowedToolsSettings } from './allowed-tools-meaning.ts'
import type { ConnectorAccess } from './connector.ts'
import type { EgressSettings } from './egress.ts'
import { defaultLicencePolicy, type LicenceSettings } from './licence-policy.ts'
import { defaultRoutingPreferences, type RoutingPreferences } from './routing-preferences.ts'
import { defaultScanSettings, type ScanSettings } from './scan-settings.ts'
import type { SynonymGroup } from './synonyms.ts'
import type { ToolTierSettings } from './tool-tier.ts'
import { defaultPreset } from './toolset-presets.ts'
import type { SignatureSettings } from './trusted-signer.ts'

export type EnablementPolicy = 'auto' | 'prompt-user' | 'admin-only'

/** An organisation's settings. Their wire names are those of the document. */
export interface OrganisationSettings
  extends AllowedToolsSettings,
    ToolTierSettings,
    EgressSettings,
    LicenceSettings,
    SignatureSettings,
    ScanSettings {
  /** Hard cap on the sum of active content lengths, in characters, per conversation. */
  readonly skillsMaxPromptChars: number
  readonly skillsDynamicSearchEnabled: boolean
  readonly skillEnablementPolicy: EnablementPolicy
  readonly skillsDynamicSearchPolicy: EnablementPolicy
  /** Text at the start of every system prompt; empty for none. */
  readonly organisationPolicies: string
  /** Minutes until an approval request expires. */
  readonly approvalTtlMinutes: number
  /** Names of the toolsets of conversations without an agent, in order; unknown names are ignored. */
  readonly toolsets: readonly string[]
  /**
   * `propose`: a skill saved by an agent waits for a person. `save`: it becomes the person's own skill at
   * once.
   */
  readonly agentSkillPolicy: 'propose' | 'save'
  /** Whether agents may read web pages. */
  readonly webFetchEnabled: boolean
  /** By connector name; `ask` for those not named. */
  readonly connectorAccess: Readonly<Record<string, ConnectorAccess>>
  /** The curator archives skills made by agents that were not used for so many days; 0 turns it off. */
  readonly archiveAgentSkillsAfterDays: number
  /** Whether agents are reminded to save what they learnt as a skill. */
  readonly nudges: boolean
  /** Days that an update has to be known here before a source's policy applies it; a source may have its own. */
  readonly minimumUpdateAgeDays: number
  /**
   * The budget for skill bodies in the prompt of a `routed` agent, in characters; beyond it bodies are
   * shed, lowest priority first.
   */
  readonly skillBodyBudgetChars: number
  /** The maximum characters of one list of skills in a prompt; the least needed are shortened first. */
  readonly skillListMaxChars: number
  /** How the catalogue of a turn is chosen; an agent may override it. */
  readonly routing: RoutingPreferences
  /** The model of turns whose agent names none; null for the server's own. */
  readonly defaultModelId: string | null
  /**
   * What the outcome tests that run again after a change of model may cost in a UTC day, in the currency of the model's
   * prices; 0 turns them off.
   */
  readonly outcomeRetestMaxCost: number
  /** Words and phrases that mean the same here, for search and routing. */
  readonly searchSynonyms: readonly SynonymGroup[]
  /** Whether searches are counted by what was searched for, without who did. */
  readonly searchLog: boolean
}

export const defaultSettings: OrganisationSettings = {
  skillsMaxPromptChars: 16_000,
  skillsDynamicSearchEnabled: false,
  skillEnablementPolicy: 'auto',
  skillsDynamicSearchPolicy: 'prompt-user',
  organisationPolicies: '',
  approvalTtlMinutes: 60,
  toolsets: defaultPreset.toolsets,
  agentSkillPolicy: 'propose',
  webFetchEnabled: false,
  connectorAccess: {},
  toolTiers: {},
  allowedToolsMeaning: 'restrict',
  allowedToolsMeaningOfSkills: {},
  egressAllowList: [],
  licencePolicy: defaultLicencePolicy,
  trustedSigners: [],
  signatureRequired: false,
  ...defaultScanSettings,
  archiveAgentSkillsAfterDays: 30,
  nudges: true,
  minimumUpdateAgeDays: 3,
  skillBodyBudgetChars: 12_000,
  skillListMaxChars: 12_000,
  routing: defaultRoutingPreferences,
  defaultModelId: null,
  outcomeRetestMaxCost: 0,
  searchSynonyms: [],
  searchLog: false,
}
