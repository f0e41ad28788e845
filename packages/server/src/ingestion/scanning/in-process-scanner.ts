import type { PackageScanner } from '@repertoire/core/ports'
import { scannerRuleset } from '@repertoire/skill-md/scan'
import { assessPackage } from './assess-package.ts'

const budgetMs = 2_000

/** Judges in the caller's thread: for tests, and for programs without an event loop to keep free. */
export function createInProcessScanner(): PackageScanner {
  return { ruleset: scannerRuleset, scan: async (item) => assessPackage(item, budgetMs) }
}
