/** What the package offers of this floor. */
export { auditSlices } from './audit/audit-slices.ts'
export * from './evals/run-trigger-tests.ts'
export {
  type SuggestedQuestion,
  type SuggestionPorts,
  suggestQuestions,
} from './evals/suggest-questions.ts'
export * from './export/export-organisation.ts'
export * from './registry/checkout-path.ts'
export * from './registry/clawhub-answers.ts'
export * from './registry/marketplace-answer.ts'
export * from './registry/published-skill.ts'
export * from './registry/registry-answers.ts'
export * from './registry/well-known-answers.ts'
export * from './registry/well-known-path.ts'
export * from './traces/read-trace.ts'
export * from './traces/run-spans.ts'
export { runSpanId, type Span, type SpanOptions } from './traces/span.ts'
export * from './traces/trace-span.ts'
export { traceSpans } from './traces/trace-spans.ts'
export { type ActOnEntry, type ActOnKind, actOnKinds } from './usage/act-on.ts'
export { type ProjectionOptions, projectUsage, reindexUsage } from './usage/project-usage.ts'
export * from './usage/rate.ts'
export * from './usage/read-act-on.ts'
export * from './usage/read-stats.ts'
