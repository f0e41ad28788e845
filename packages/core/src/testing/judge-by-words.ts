import {
  defaultScanPolicy,
  type LicenceReport,
  type ScanFinding,
  type ScanPolicy,
  type ScanVerdict,
} from '@repertoire/skill-md'
import type { JudgedLicence } from '../domain/licence-policy.ts'
import type { PackageFile } from '../domain/skill.ts'
import type { TrustReport } from '../domain/trust.ts'
import type { PackageAssessor } from '../ingest/checks/package-assessor.ts'

const judging: Omit<PackageAssessor, 'policiesOn'> = {
  ruleset: async () => 'test-1',
  judge: async ({ files }): Promise<TrustReport> => {
    const text = files.map(({ bytes }: PackageFile) => new TextDecoder().decode(bytes)).join('\n')
    const { verdict, findings } = scanOf(text)
    const licence: LicenceReport = text.includes('license: MIT')
      ? { status: 'known', expression: 'MIT', evidence: [] }
      : { status: 'unknown', expression: null, evidence: [] }
    const { decision, reason } = decideLicence(licence)
    return {
      scan: { ruleset: 'test-1', verdict, findings, unscanned: [] },
      ...{ licence, licenceDecision: decision, licenceReason: reason },
      signature: { status: 'unsigned', signer: null, detail: 'Nobody signed it.' },
    }
  },
}

/** {@link judgeByWords} for an organisation that counts findings in its own way. */
export function judgeByWordsUnder(scanPolicy: () => ScanPolicy): PackageAssessor {
  return { ...judging, policiesOn: async (licence) => policiesOn(licence, scanPolicy()) }
}

/** Blocks a text with MALWARE, holds one with SUSPICIOUS, remarks on one with ODD, and allows the MIT licence alone. */
export const judgeByWords: PackageAssessor = judgeByWordsUnder(() => defaultScanPolicy)

function policiesOn(licence: LicenceReport, scanPolicy: ScanPolicy) {
  return { licence: decideLicence(licence), isSignatureRequired: false, scanPolicy }
}

function decideLicence({ expression }: LicenceReport): JudgedLicence {
  const decision = expression === 'MIT' ? 'allowed' : 'ask'
  return { decision, reason: 'As the test has it.' }
}

const words = [
  ['MALWARE', 'blocked', 'critical'],
  ['SUSPICIOUS', 'review', 'high'],
  ['ODD', 'notice', 'medium'],
] as const

function scanOf(text: string): {
  readonly verdict: ScanVerdict
  readonly findings: readonly ScanFinding[]
} {
  const found = words.find(([word]) => text.includes(word))
  if (!found) return { verdict: 'clean', findings: [] }
  const [word, verdict, severity] = found
  const rule = `test.${word.toLowerCase()}`
  const excerpt = text.split('\n').find((line) => line.includes(word)) ?? word
  const place = { path: 'SKILL.md', line: 1, column: 1, excerpt, match: `line ${excerpt}` }
  const finding = { rule, severity, ...place, message: `It says ${word}.`, attack: '', fix: '' }
  return { verdict, findings: [finding] }
}
