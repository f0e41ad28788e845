import {
  defaultScanPolicy,
  type FindingSeverity,
  isKnownRule,
  isVerdictAbove,
  type KnownRule,
  nearestRules,
  overriddenSeverity,
  type ScanPolicy,
  type ScanPreset,
  type SeverityOverrides,
} from '@repertoire/skill-md'
import type { Problem } from '../base/errors.ts'
import type { Role } from './principal.ts'

/** How the findings of the scanner count in an organisation. */
export interface ScanSettings {
  readonly scanPreset: ScanPreset
  /** By rule or family of rules. */
  readonly scanSeverities: SeverityOverrides
  /** The model that reads each package besides the rules; null for none. */
  readonly reviewModelId: string | null
}

export const defaultScanSettings: ScanSettings = {
  scanPreset: defaultScanPolicy.preset,
  scanSeverities: defaultScanPolicy.severities,
  reviewModelId: null,
}

export function scanPolicyOf({
  scanPreset,
  scanSeverities,
}: Pick<ScanSettings, 'scanPreset' | 'scanSeverities'>): ScanPolicy {
  return { preset: scanPreset, severities: scanSeverities }
}

export interface ScanSettingsChange {
  readonly before: ScanSettings
  readonly after: ScanSettings
  readonly role: Role
  /** Of the scanner. */
  readonly rules: readonly KnownRule[]
}

/**
 * Why somebody may not change how findings count. To hold less than the default does, to lower what the scan blocks for, or to
 * take away the model that reads packages, is an owner's right alone, as lifting a verdict is. Pure. Problems: `settings.scan-rule-unknown`, `settings.scan-owners-only`.
 */
export function scanSettingsProblem(change: ScanSettingsChange): Problem | undefined {
  const { before, after, role, rules } = change
  // A rule that a later release leaves out may stay in the list.
  const added = Object.keys(after.scanSeverities).filter(
    (name) => !Object.hasOwn(before.scanSeverities, name),
  )
  const unknown = added.find((name) => !isKnownRule(name, rules))
  if (unknown !== undefined) return ruleUnknown(unknown, nearestRules(unknown, rules))
  if (role === 'owner') return undefined
  if (after.scanPreset === 'quiet' && before.scanPreset !== 'quiet') return quietForOwners
  if (before.reviewModelId !== null && before.reviewModelId !== after.reviewModelId)
    return reviewModelForOwners
  const lowered = rules.find((rule) => isBlockingLowered(rule, change))
  return lowered && loweredForOwners(lowered.id)
}

/** Whether a rule for which the scan blocks, here or by itself, counts less after the change. */
function isBlockingLowered(
  { id, severity }: KnownRule,
  { before, after }: Pick<ScanSettingsChange, 'before' | 'after'>,
): boolean {
  const worst = ({ scanSeverities }: ScanSettings): FindingSeverity =>
    overriddenSeverity(id, scanSeverities) ?? severity
  const blocks = severity === 'critical' || worst(before) === 'critical'
  return blocks && isVerdictAbove(worst(before), worst(after))
}

function ruleUnknown(rule: string, nearest: readonly string[]): Problem {
  const meant = nearest.length > 0 ? `Did you mean ${nearest.join(', ')}? ` : ''
  return {
    code: 'settings.scan-rule-unknown',
    kind: 'invalid',
    message: `The scanner has no rule, and no family of rules, ${JSON.stringify(rule.slice(0, 200))}.`,
    hint: `${meant}Every rule is listed by GET /api/v1/settings/scan-rules; a family is named like run.*`,
    details: { rule: rule.slice(0, 200), nearest: [...nearest] },
  }
}

const quietForOwners: Problem = {
  code: 'settings.scan-owners-only',
  kind: 'forbidden',
  message:
    'Only an owner may set the scanner to quiet: it then holds less than it does by default.',
  hint: 'Ask an owner to change the preset.',
  details: { preset: 'quiet' },
}

const reviewModelForOwners: Problem = {
  code: 'settings.scan-owners-only',
  kind: 'forbidden',
  message: 'Only an owner may change the model that reads packages, or do without it.',
  hint: 'Ask an owner to change it.',
  details: { review_model_id: null },
}

function loweredForOwners(rule: string): Problem {
  return {
    code: 'settings.scan-owners-only',
    kind: 'forbidden',
    message: `Only an owner may lower "${rule}": it is a rule for which the scan blocks a skill.`,
    hint: 'Ask an owner to change its severity.',
    details: { rule },
  }
}
