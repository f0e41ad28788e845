import type { PackageJudgement, PackageToScan } from '@repertoire/core'
import { detectLicence } from '@repertoire/skill-md/licence'
import { scannerRuleset, scanPackage } from '@repertoire/skill-md/scan'

/** Scans a package and detects its licence, within a time. */
export function judgePackage(item: PackageToScan, budgetMs: number): PackageJudgement {
  const end = performance.now() + budgetMs
  return {
    scan: scanPackage(item.files, { isOver: () => performance.now() > end }),
    licence: detectLicence(item.files, item.licences ?? []),
  }
}

/** What is said of a package that could not be judged at all. */
export function unjudged(item: PackageToScan, reason: string): PackageJudgement {
  const unscanned = item.files.map(({ path }) => ({ path, reason }))
  return {
    scan: { ruleset: scannerRuleset, verdict: 'incomplete', findings: [], unscanned },
    licence: { status: 'unknown', expression: null, evidence: [] },
  }
}
