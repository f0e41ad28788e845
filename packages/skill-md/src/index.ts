export { countCharacters, truncate } from './base/characters.ts'
export { maxDescriptionLength, shownDescription } from './base/description.ts'
export type { Diagnostic, DiagnosticSeverity } from './base/diagnostic.ts'
export type { JsonObject, JsonValue } from './base/json.ts'
export { nameProblems } from './base/name-rules.ts'
export { folderNameOf, isSlug, slugify, slugOf } from './base/slug.ts'
export { addOutcomeCase, type NewOutcomeCase } from './evals/add-outcome-case.ts'
export { addTriggerTest } from './evals/add-trigger-test.ts'
export {
  type OutcomeCase,
  type OutcomeCheck,
  type OutcomeTestSet,
  outcomeTestFile,
  outcomeTestLimits,
} from './evals/outcome-test-set.ts'
export { readOutcomeTests } from './evals/read-outcome-tests.ts'
export { readTriggerTests } from './evals/read-trigger-tests.ts'
export {
  findTriggerTestFile,
  type TriggerTestMessage,
  type TriggerTestSet,
  triggerTestLimits,
} from './evals/trigger-test-set.ts'
export type { OpenClawFields, OpenClawInstaller } from './fields/openclaw-fields.ts'
export { readSkillFields } from './fields/read-fields.ts'
export {
  type RoutingFields,
  type RoutingListField,
  type RoutingOrigins,
  type RoutingSource,
  routingSidecar,
} from './fields/routing-fields.ts'
export type {
  LoadOptions,
  LoadResult,
  SkillDocument,
  SkillFields,
} from './fields/skill-document.ts'
export type { LicenceEvidence, LicenceReport } from './licence/licence-report.ts'
export { loadSkillMd } from './load/load-skill-md.ts'
export { foldCase, lookalikes } from './marks/lookalikes.ts'
export type { PackageFile, PackageProblem } from './package/package-file.ts'
export {
  badPath,
  conflictingPaths,
  createPathIndex,
  filePathFault,
  type ListedFile,
  listingProblem,
  type PathIndex,
  packageLimits,
  packageProblem,
} from './package/package-rules.ts'
export { type PackageText, readPackageText } from './package/package-text.ts'
export type { ProfileName } from './profiles/profile.ts'
export { profileNames } from './profiles/profiles.ts'
export { validateSkillMd } from './profiles/validate-skill-md.ts'
export { checkSidecar } from './routing/check-routing.ts'
export { type RoutingForm, readRoutingForm } from './routing/read-routing-form.ts'
export {
  isModelFinding,
  modelReviewRules,
} from './scan/model-review/model-review-rules.ts'
export { partialReviewFinding, readReview } from './scan/model-review/read-review.ts'
export {
  modelReviewLimits,
  type ReviewedText,
  splitForReview,
} from './scan/model-review/review-parts.ts'
export {
  modelReviewVersion,
  type ReviewQuestion,
  reviewQuestion,
} from './scan/model-review/review-question.ts'
export { judgeByPolicy } from './scan/policy/judge-by-policy.ts'
export { isKnownRule, type KnownRule, nearestRules } from './scan/policy/known-rules.ts'
export {
  defaultScanPolicy,
  overriddenSeverity,
  type ScanPolicy,
  type ScanPreset,
  type SeverityOverrides,
  scanPresets,
  severities,
} from './scan/policy/scan-policy.ts'
export type {
  FindingSeverity,
  ScanFinding,
  ScanReport,
  ScanVerdict,
  SkippedPart,
} from './scan/scan-report.ts'
export { compareFindings, isVerdictAbove, verdictOf } from './scan/verdict.ts'
export { editRouting, normalizeRoutingList } from './serialise/edit-routing.ts'
export { editSkillMd, InvalidSkillMd, type SkillMdChanges } from './serialise/edit-skill-md.ts'
export { serialiseSkillMd } from './serialise/serialise-skill-md.ts'
export { type StandardPackage, standardPackage } from './standard/standard-package.ts'
export { type StandardSkillMd, standardSkillMd } from './standard/standard-skill-md.ts'
export { suggestionLimits, suggestSkillMdFixes } from './tools/suggest-skill-md-fixes.ts'
export { readToolEntry, type ToolEntry } from './tools/tool-entry.ts'
export { type CallSubject, matchesPattern, type ToolPattern } from './tools/tool-pattern.ts'
