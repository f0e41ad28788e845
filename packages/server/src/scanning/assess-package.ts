import type { PackageAssessment, PackageToScan } from '@repertoire/core'
import { detectLicence } from '@repertoire/skill-md/licence'
import { scannerRuleset, scanPackage } from '@repertoire/skill-md/scan'

/**
 * Scans a package and detects its licence, within milliseconds of this thread's own work: on a busy machine the same package is
 * judged alike.
 */
export function assessPackage(item: PackageToScan, budgetMs: number): PackageAssessment {
  const end = workedMs() + budgetMs
  return {
    scan: scanPackage(item.files, { isOver: () => workedMs() > end }),
    licence: detectLicence(item.files, item.licences ?? [], item.registryLicence),
  }
}

/** Before Node 23.9 a thread does not know its own time, and the clock on the wall has to do. */
function workedMs(): number {
  if (typeof process.threadCpuUsage !== 'function') return performance.now()
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** What is said of a package that could not be judged at all. */
export function assessmentFailed(item: PackageToScan, reason: string): PackageAssessment {
  const unscanned = item.files.map(({ path }) => ({ path, reason }))
  return {
    scan: { ruleset: scannerRuleset, verdict: 'incomplete', findings: [], unscanned },
    licence: { status: 'unknown', expression: null, evidence: [] },
  }
}
