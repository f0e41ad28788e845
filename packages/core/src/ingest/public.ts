export * from './advisories/advisories-here.ts'
export * from './advisories/change-advisories.ts'
export * from './advisories/check-advisories.ts'
export { maxAdvisoryListBytes } from './advisories/parse-advisory-list.ts'
export { judgedNow } from './checks/judge-findings.ts'
export { judgeUntilAborted } from './checks/judge-until-aborted.ts'
export type * from './checks/package-assessor.ts'
export * from './import/import-skills.ts'
export * from './import/import-source.ts'
export * from './import/review-import.ts'
export * from './integrations/follow-integrations.ts'
export * from './integrations/list-integrations.ts'
export type { ProjectionOutcome } from './integrations/project-integration.ts'
export * from './integrations/set-up-integration.ts'
export { exportLock, type LockExport } from './lock/export-lock.ts'
export { importLock, type LockOutcome } from './lock/import-lock.ts'
export * from './lock/parse-lock.ts'
export * from './lock/plan-lock-import.ts'
export * from './lock/skill-lock.ts'
export {
  type AskModel,
  type ModelReview,
  type PackageToReview,
  reviewPackage,
  rulesetWith,
  withModelReview,
} from './model-review/review-package.ts'
export * from './packages/ingest-package.ts'
export { digestOf, manifestOf } from './packages/manifest.ts'
export { snapshotHashes } from './packages/snapshot-hash.ts'
export * from './proposals/create-proposal.ts'
export { type SuggestSkillRequest, suggestSkill } from './proposals/suggest-skill.ts'
export {
  createSkillRegistryClient,
  type RegistryClientDeps,
} from './registry/create-skill-registry-client.ts'
export { type EntryState, readEntryStates } from './registry/entry-states.ts'
export { type PackagePreview, previewPackage } from './registry/preview-package.ts'
export * from './registry/registry-source.ts'
export * from './registry/take-from-registry.ts'
export * from './review/add-pending-revisions.ts'
export { approvalProblem } from './review/approval-problem.ts'
export type * from './review/approval-request.ts'
export { offeredSkill } from './review/approve-proposal.ts'
export * from './review/approve-revision.ts'
export * from './review/current-trust.ts'
export {
  type DecideRevisionRequest,
  decideRevision,
  type RevisionDecision,
} from './review/decide-revision.ts'
export { type FreeSlug, freeSlug } from './review/free-slug.ts'
export * from './review/inbox-audience.ts'
export { type OverrideVerdictRequest, overrideVerdict } from './review/override-verdict.ts'
export { planApproval, type RevisionApproval } from './review/plan-approval.ts'
export { proposalStale } from './review/proposal-problems.ts'
export * from './review/reassess-pending.ts'
export {
  addedPermissions,
  isEmpty,
  noPermissions,
  readRequestedPermissions,
} from './review/requested-permissions.ts'
export { importNeedsReading, revisionNotFound } from './review/review-problems.ts'
export { removeRevocation, revokeDigest } from './review/revoke-digest.ts'
export * from './review/suppress-findings.ts'
export { type SkillTrust, trustOfSkill } from './review/trust-of-skill.ts'
export { isEditedHere } from './review/upstream-content.ts'
export { reviewAudience, visibleRevision } from './review/visible-revision.ts'
export { type ChangeTagRequest, changeTag, type TagOutcome } from './skills/change-tag.ts'
export type { SkillDraftInput } from './skills/compose-skill.ts'
export { type CreateSkillRequest, createSkill } from './skills/create-skill.ts'
export { type RestoreRevisionRequest, restoreRevision } from './skills/restore-revision.ts'
export { type RestoreSkillRequest, restoreSkill } from './skills/restore-skill.ts'
export { unarchiveSkill } from './skills/unarchive-skill.ts'
export { type UpdateSkillRequest, updateSkill } from './skills/update-skill.ts'
export { type BringSamplesRequest, bringSamples } from './sources/bring-samples.ts'
export * from './sources/browse-sources.ts'
export * from './sources/catalog-repository.ts'
export * from './sources/change-sources.ts'
export * from './sources/ignore-entries.ts'
export * from './sources/install-entry.ts'
export { restoreSamples } from './sources/remove-samples.ts'
export { resolveRepository } from './sources/resolve-repository.ts'
export { sourceConfigProblem } from './sources/source-config-problem.ts'
export * from './sources/source-problems.ts'
export * from './sources/source-state.ts'
export type { SyncDeps } from './sources/sync-deps.ts'
export { syncLeaseMs } from './sources/sync-lease.ts'
export { beginSync, runSync, type SyncRequest } from './sources/sync-source.ts'
export { updateAppliesAt } from './sources/update-age.ts'
export { findUpstream, skillMdBlob, upstreamId } from './sources/upstream-entry.ts'
