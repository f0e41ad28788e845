export type EnablementPolicy = 'auto' | 'prompt-user' | 'admin-only'

/** An organisation's settings (A5). Names on the wire are the document's. */
export interface OrganisationSettings {
  /** Hard cap on the sum of active content lengths, in characters, per conversation. */
  readonly skillsMaxPromptChars: number
  readonly skillsDynamicSearchEnabled: boolean
  readonly skillEnablementPolicy: EnablementPolicy
  readonly skillsDynamicSearchPolicy: EnablementPolicy
  /** Text put first in every system prompt; empty for none. */
  readonly organisationPolicies: string
  /** Minutes a person has to answer an approval. */
  readonly approvalTtlMinutes: number
}

export const defaultSettings: OrganisationSettings = {
  skillsMaxPromptChars: 16_000,
  skillsDynamicSearchEnabled: false,
  skillEnablementPolicy: 'auto',
  skillsDynamicSearchPolicy: 'prompt-user',
  organisationPolicies: '',
  approvalTtlMinutes: 60,
}
