/** What the package offers of this layer. */

export { type ActOnEntry, type ActOnKind, type ActOnSkill, actOnKinds } from './act-on/act-on.ts'
export * from './act-on/read-act-on.ts'
export { type DriftReason, driftReasons } from './act-on/read-drift.ts'
export type * from './act-on/read-retests.ts'
export { auditSlices } from './audit/audit-slices.ts'
export {
  type ConflictKind,
  conflictKinds,
  findConflicts,
  type SkillConflict,
} from './conflicts/find-conflicts.ts'
export type { PairOutcome } from './conflicts/pair-outcome.ts'
export * from './conflicts/read-conflicts.ts'
export * from './evals/run-trigger-tests.ts'
export {
  type SuggestedQuestion,
  type SuggestionPorts,
  suggestQuestions,
} from './evals/suggest-questions.ts'
export { type PendingRevisionTests, testPendingRevision } from './evals/test-pending-revision.ts'
export * from './export/export-organisation.ts'
export * from './inbox-digest/change-notification.ts'
export { noNotification } from './inbox-digest/notification-problems.ts'
export * from './inbox-digest/send-digest.ts'
export { type CheckPorts, checkAnswer, type ScriptVerdict } from './outcomes/check-answer.ts'
export * from './outcomes/compare-arms.ts'
export * from './outcomes/compare-models.ts'
export * from './outcomes/plan-trials.ts'
export * from './outcomes/read-trial.ts'
export { retestCostOn } from './outcomes/retest-cost.ts'
export * from './outcomes/run-trials.ts'
export * from './outcomes/skills-to-retest.ts'
export * from './outcomes/trial.ts'
export * from './registry/clawhub-answers.ts'
export * from './registry/marketplace-answer.ts'
export * from './registry/published-skill.ts'
export * from './registry/registry-answers.ts'
export * from './registry/source-path.ts'
export * from './registry/well-known-answers.ts'
export * from './registry/well-known-path.ts'
export * from './traces/read-trace.ts'
export * from './traces/run-spans.ts'
export { runSpanId, type Span, type SpanOptions } from './traces/span.ts'
export * from './traces/trace-span.ts'
export { traceSpans } from './traces/trace-spans.ts'
export { type TurnTotals, turnTotals } from './traces/turn-totals.ts'
export { type Latency, type LatencyPercentile, latencyOf } from './usage/latency.ts'
export { type ProjectionOptions, projectUsage, reindexUsage } from './usage/project-usage.ts'
export { minSample, type Rate, rateOf } from './usage/rate.ts'
export * from './usage/read-stats.ts'
