import { type FileRule, fileRules } from './rules/file-rules.ts'
import { flowRules } from './rules/flow-rules.ts'
import { hiddenRules } from './rules/hidden-rules.ts'
import { manifestRules } from './rules/manifest-rules.ts'
import { promptRules } from './rules/prompt-rules.ts'
import { runRules } from './rules/run-rules.ts'
import { secretRules } from './rules/secret-rules.ts'
import { supplyRules } from './rules/supply-rules.ts'
import type { RuleText, SegmentRule } from './scan-rule.ts'

export const segmentRules: readonly SegmentRule[] = [
  ...hiddenRules,
  ...promptRules,
  ...runRules,
  ...flowRules,
  ...secretRules,
  ...supplyRules,
  ...manifestRules,
]

export { fileRules }

/** Every rule, for its documentation. */
export const scanRules: readonly RuleText[] = [...segmentRules, ...fileRules] satisfies readonly (
  | SegmentRule
  | FileRule
)[]

/** Raised with every change of a rule: what was judged by another version is judged again. */
export const scannerRuleset = '2026-11-24.4'
