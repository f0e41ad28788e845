import type { PackageAssessment, PackageToScan } from '@repertoire/core/ports'
import { detectLicence } from '@repertoire/skill-md/licence'
import { scannerRuleset, scanPackage } from '@repertoire/skill-md/scan'

/**
 * Scans a package and detects its licence, within milliseconds of this thread's own work: on a busy machine the same package is
 * judged alike.
 */
export function assessPackage(item: PackageToScan, budgetMs: number): PackageAssessment {
  return {
    scan: scanPackage(item.files, { isOver: workBudget(budgetMs) }),
    licence: detectLicence(item.files, item.licences ?? [], item.registryLicence),
  }
}

/** Whether so much work is done. A thread cannot work longer than the clock on the wall went on, which is far cheaper to ask. */
function workBudget(budgetMs: number): () => boolean {
  const worked = workedMs() + budgetMs
  const passed = performance.now() + budgetMs
  return () => performance.now() > passed && workedMs() > worked
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
