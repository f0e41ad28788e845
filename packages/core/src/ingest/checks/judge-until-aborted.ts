import type { PackageAssessor } from './package-assessor.ts'

/** Judges until the signal aborts, and throws its reason then, however long a model still reads. */
export function judgeUntilAborted(judge: PackageAssessor, signal: AbortSignal): PackageAssessor {
  return { ...judge, judge: (item) => judge.judge(item, signal) }
}
