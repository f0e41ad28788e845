import {
  type FindingSeverity,
  isKnownRule,
  modelReviewRules,
  nearestRules,
  type ScanPolicy,
  type ScanPreset,
  type SeverityOverrides,
  scanPresets,
  severities,
} from '@repertoire/skill-md'
import { scanRules } from '@repertoire/skill-md/scan'
import { type Command, InvalidArgumentError, Option } from 'commander'

/** What the options of a command say about how findings count. */
export interface ScanPolicyOptions {
  preset: ScanPreset
  severity: SeverityOverrides
}

/** Adds the settings of a server for findings as options: what passes here passes there. */
export function addScanPolicyOptions(command: Command): Command {
  const preset = new Option('--preset <name>', 'what the scan holds, as the setting of a server')
  return addSeverityOption(command.addOption(preset.choices(scanPresets).default('balanced')))
}

export function addSeverityOption<Built extends Command>(command: Built): Built {
  return command.option(
    '--severity <rule=level>',
    'count a rule, or a family such as run.*, with this severity; can be repeated',
    withSeverity,
    {},
  )
}

export function scanPolicyOf({ preset, severity }: ScanPolicyOptions): ScanPolicy {
  return { preset, severities: severity }
}

const everyRule = [...scanRules, ...modelReviewRules]

function withSeverity(given: string, before: SeverityOverrides): SeverityOverrides {
  const [rule = '', level = '', ...more] = given.split('=')
  if (!isSeverity(level) || more.length > 0) {
    throw new InvalidArgumentError(`Write it as rule=level; a level is ${severities.join(', ')}.`)
  }
  if (!isKnownRule(rule, everyRule)) {
    const near = nearestRules(rule, everyRule)
    const meant = near.length > 0 ? ` Did you mean ${near.join(', ')}?` : ''
    throw new InvalidArgumentError(`There is no such rule or family.${meant}`)
  }
  return { ...before, [rule]: level }
}

function isSeverity(text: string): text is FindingSeverity {
  return (severities as readonly string[]).includes(text)
}
