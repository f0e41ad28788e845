import { scanRules } from '@repertoire/skill-md/scan'
import { readVersion } from '../command/version.ts'
import type { CheckedSkill, CheckFinding } from './check-result.ts'

/** SARIF 2.1.0, as code scanning reads it. Everything of a skill is untrusted text. */
export function sarifLog(skills: readonly CheckedSkill[]): object {
  const findings = skills.flatMap((one) => one.findings)
  const rules = [...new Set(findings.map(({ rule }) => rule))].sort()
  const driver = {
    name: 'repertoire check',
    version: readVersion(),
    rules: rules.map(ruleOf),
  }
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver },
        columnKind: 'utf16CodeUnits',
        results: findings.map((finding) => resultOf(finding, rules)),
      },
    ],
  }
}

function resultOf(finding: CheckFinding, rules: readonly string[]): object {
  const { rule, level, message, fix, path, line, column } = finding
  return {
    ...{ ruleId: rule, ruleIndex: rules.indexOf(rule), level },
    message: { text: fix === null ? message : `${message} ${fix}` },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: path.split('/').map(encodeURIComponent).join('/') },
          region: { startLine: line, startColumn: column },
        },
      },
    ],
  }
}

const scanRulesById = new Map(scanRules.map((rule) => [`scan.${rule.id}`, rule]))

/** What a page about the rule shows. `security-severity` ranks it where code scanning lists it. */
function ruleOf(id: string): object {
  const rule = scanRulesById.get(id)
  if (!rule) return { id }
  return {
    id,
    shortDescription: { text: rule.message },
    fullDescription: { text: rule.attack },
    help: { text: rule.fix },
    properties: { tags: ['security'], 'security-severity': scores[rule.severity] },
  }
}

const scores = { critical: '9.5', high: '8.0', medium: '5.5', low: '3.0', info: '0.0' } as const
