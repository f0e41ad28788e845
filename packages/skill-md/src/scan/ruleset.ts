import { acrossFiles } from './across-files.ts'
import { dangerousActions } from './rules/dangerous-actions.ts'
import { exfiltrationRules } from './rules/exfiltration-rules.ts'
import { fileRules } from './rules/file-rules.ts'
import { flowRules } from './rules/flow-rules.ts'
import { hiddenRules } from './rules/hidden-rules.ts'
import { judgeRule } from './rules/judge-rules.ts'
import { manifestRules } from './rules/manifest-rules.ts'
import { otherLanguages } from './rules/other-languages.ts'
import { packageRules } from './rules/package-rules.ts'
import { promptRules } from './rules/prompt-rules.ts'
import { runRules } from './rules/run-rules.ts'
import { secretRules } from './rules/secret-rules.ts'
import { settingsRules } from './rules/settings-rules.ts'
import { suspiciousPassage } from './rules/suspicious-passage.ts'
import type { RuleText, SegmentRule } from './scan-rule.ts'

export const segmentRules: readonly SegmentRule[] = [
  ...hiddenRules,
  ...promptRules,
  suspiciousPassage,
  otherLanguages,
  judgeRule,
  ...exfiltrationRules,
  ...runRules,
  ...settingsRules,
  ...flowRules,
  ...dangerousActions,
  ...secretRules,
  ...packageRules,
  ...manifestRules,
]

export { fileRules }

/** Every rule, for its documentation. */
export const scanRules: readonly RuleText[] = [...segmentRules, ...fileRules, acrossFiles]

/** Raised with every change of a rule: what was judged by another version is judged again. */
export const scannerRuleset = '2026-11-30.8'
