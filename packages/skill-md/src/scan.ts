/** The scanner of packages: an entry of its own, because its rules are only needed where skills come in. */
export { scannerRuleset, scanRules } from './scan/ruleset.ts'
export { type ScanOptions, scanLimits, scanPackage } from './scan/scan-package.ts'
export type { RuleText } from './scan/scan-rule.ts'
