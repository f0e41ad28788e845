import {
  type ApiKey,
  auditRecord,
  type ChainedAuditEntry,
  descendantsOf,
  keysEndAt,
  type LicencePolicy,
  lineageOf,
  type Member,
  madeWith,
  normalEgressList,
  normalLicencePolicy,
  normalSynonymGroups,
  type OrganisationSettings,
  preferencesFor,
} from '@repertoire/core/domain'
import type {
  ApiKeyBody,
  AuditEntryBody,
  MemberBody,
  ScanRuleBody,
  SettingsBody,
  SettingsUpdate,
} from '@repertoire/protocol'
import type { RuleText } from '@repertoire/skill-md/scan'
import { etagOf } from './etag.ts'
import { fromRoutingUpdate, toRoutingPreferences } from './routing.ts'
import { wireTime, wireTimeOrNull } from './time.ts'
import { trustedSignerOf } from './trusted-signer.ts'

export function toSettingsBody(settings: OrganisationSettings, version: number): SettingsBody {
  return {
    skills_max_prompt_chars: settings.skillsMaxPromptChars,
    skills_dynamic_search_enabled: settings.skillsDynamicSearchEnabled,
    skill_enablement_policy: settings.skillEnablementPolicy,
    skills_dynamic_search_policy: settings.skillsDynamicSearchPolicy,
    organisation_policies: settings.organisationPolicies,
    approval_ttl_minutes: settings.approvalTtlMinutes,
    toolsets: [...settings.toolsets],
    agent_skill_policy: settings.agentSkillPolicy,
    web_fetch_enabled: settings.webFetchEnabled,
    connector_access: { ...settings.connectorAccess },
    tool_tiers: { ...settings.toolTiers },
    allowed_tools_meaning: settings.allowedToolsMeaning,
    allowed_tools_meaning_of_skills: { ...settings.allowedToolsMeaningOfSkills },
    egress_allow_list: [...settings.egressAllowList],
    licence_policy: {
      allowed: [...settings.licencePolicy.allowed],
      ask: [...settings.licencePolicy.ask],
      refused: [...settings.licencePolicy.refused],
    },
    trusted_signers: settings.trustedSigners.map((signer) => ({ ...signer })),
    signature_required: settings.signatureRequired,
    scan_preset: settings.scanPreset,
    scan_severities: { ...settings.scanSeverities },
    review_model_id: settings.reviewModelId,
    archive_agent_skills_after_days: settings.archiveAgentSkillsAfterDays,
    minimum_update_age_days: settings.minimumUpdateAgeDays,
    nudges: settings.nudges,
    skill_body_budget_chars: settings.skillBodyBudgetChars,
    skill_list_max_chars: settings.skillListMaxChars,
    routing: toRoutingPreferences(preferencesFor(settings.routing, null)),
    default_model_id: settings.defaultModelId,
    outcome_retest_max_cost: settings.outcomeRetestMaxCost,
    search_synonyms: settings.searchSynonyms.map((group) => [...group]),
    search_log: settings.searchLog,
    etag: etagOf(version),
  }
}

export function toScanRuleBody({ id, severity, message, attack }: RuleText): ScanRuleBody {
  return { id, family: id.slice(0, id.indexOf('.')), severity, message, attack }
}

/** The settings after an update. Fields that it does not contain stay. */
export function applySettingsUpdate(
  settings: OrganisationSettings,
  update: SettingsUpdate,
): OrganisationSettings {
  return {
    skillsMaxPromptChars: update.skills_max_prompt_chars ?? settings.skillsMaxPromptChars,
    skillsDynamicSearchEnabled:
      update.skills_dynamic_search_enabled ?? settings.skillsDynamicSearchEnabled,
    skillEnablementPolicy: update.skill_enablement_policy ?? settings.skillEnablementPolicy,
    skillsDynamicSearchPolicy:
      update.skills_dynamic_search_policy ?? settings.skillsDynamicSearchPolicy,
    organisationPolicies: update.organisation_policies ?? settings.organisationPolicies,
    approvalTtlMinutes: update.approval_ttl_minutes ?? settings.approvalTtlMinutes,
    toolsets: update.toolsets ?? settings.toolsets,
    agentSkillPolicy: update.agent_skill_policy ?? settings.agentSkillPolicy,
    webFetchEnabled: update.web_fetch_enabled ?? settings.webFetchEnabled,
    connectorAccess: update.connector_access ?? settings.connectorAccess,
    toolTiers: update.tool_tiers ?? settings.toolTiers,
    allowedToolsMeaning: update.allowed_tools_meaning ?? settings.allowedToolsMeaning,
    allowedToolsMeaningOfSkills:
      update.allowed_tools_meaning_of_skills ?? settings.allowedToolsMeaningOfSkills,
    egressAllowList: update.egress_allow_list
      ? normalEgressList(update.egress_allow_list)
      : settings.egressAllowList,
    licencePolicy: licencePolicyAfter(settings.licencePolicy, update.licence_policy),
    trustedSigners: update.trusted_signers
      ? update.trusted_signers.map(trustedSignerOf)
      : settings.trustedSigners,
    signatureRequired: update.signature_required ?? settings.signatureRequired,
    scanPreset: update.scan_preset ?? settings.scanPreset,
    scanSeverities: update.scan_severities ?? settings.scanSeverities,
    reviewModelId:
      update.review_model_id === undefined ? settings.reviewModelId : update.review_model_id,
    archiveAgentSkillsAfterDays:
      update.archive_agent_skills_after_days ?? settings.archiveAgentSkillsAfterDays,
    minimumUpdateAgeDays: update.minimum_update_age_days ?? settings.minimumUpdateAgeDays,
    nudges: update.nudges ?? settings.nudges,
    skillBodyBudgetChars: update.skill_body_budget_chars ?? settings.skillBodyBudgetChars,
    skillListMaxChars: update.skill_list_max_chars ?? settings.skillListMaxChars,
    defaultModelId:
      update.default_model_id === undefined ? settings.defaultModelId : update.default_model_id,
    outcomeRetestMaxCost: update.outcome_retest_max_cost ?? settings.outcomeRetestMaxCost,
    searchLog: update.search_log ?? settings.searchLog,
    searchSynonyms: update.search_synonyms
      ? normalSynonymGroups(update.search_synonyms)
      : settings.searchSynonyms,
    routing: { ...settings.routing, ...(update.routing && fromRoutingUpdate(update.routing)) },
  }
}

function licencePolicyAfter(
  policy: LicencePolicy,
  update: SettingsUpdate['licence_policy'],
): LicencePolicy {
  if (!update) return policy
  return normalLicencePolicy({
    allowed: update.allowed ?? policy.allowed,
    ask: update.ask ?? policy.ask,
    refused: update.refused ?? policy.refused,
  })
}

export function toMemberBody(member: Member): MemberBody {
  return {
    id: member.id,
    name: member.name,
    role: member.role,
    kind: member.kind,
    created_at: wireTime(member.createdAt),
    joined_at: wireTimeOrNull(member.joinedAt),
  }
}

/** `keys` are all of the organisation. */
export function toApiKeyBody(
  key: ApiKey,
  { keys, maxKeyAgeMs }: { readonly keys: readonly ApiKey[]; readonly maxKeyAgeMs: number | null },
): ApiKeyBody {
  const lineage = [key, ...lineageOf(keys, key.parentId)]
  const descendants = descendantsOf(keys, [key.id])
  return {
    id: key.id,
    user_id: key.userId,
    name: key.name,
    public_id: key.publicId,
    prefix: key.publicId,
    scopes: [...key.scopes],
    created_at: wireTime(key.createdAt),
    last_used_at: wireTimeOrNull(key.lastUsedAt),
    expires_at: wireTimeOrNull(keysEndAt(lineage, maxKeyAgeMs)),
    parent_id: key.parentId,
    created_by: key.createdBy,
    login_key_id: key.loginKeyId,
    descendants: descendants.length,
    made_in_sessions: madeWith(keys, [key.id]).length - descendants.length,
  }
}

export function toAuditEntryBody(entry: ChainedAuditEntry): AuditEntryBody {
  return { ...auditRecord(entry), hash: entry.hash }
}
