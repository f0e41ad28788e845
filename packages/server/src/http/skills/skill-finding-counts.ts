import type { SkillId } from '@repertoire/core/base'
import { type Skill, subjectOfSkill } from '@repertoire/core/domain'
import { type JudgingDeps, judgedNow } from '@repertoire/core/ingest'

/** How many findings of its last scan count for each skill; those never scanned are missing. */
export async function findingCounts(
  { store, judge }: JudgingDeps,
  skills: readonly Skill[],
): Promise<ReadonlyMap<SkillId, number>> {
  const reports = await store.reviews.trustOf(skills.map(({ head }) => head.digest))
  const counts = new Map<SkillId, number>()
  const found = [...reports.values()].some(({ scan }) => scan.findings.length > 0)
  const suppressions = found ? await store.reviews.suppressions() : []
  for (const { id, head } of skills) {
    const report = reports.get(head.digest)
    if (!report) continue
    const subject = subjectOfSkill(id)
    const own = suppressions.filter((one) => one.subject === subject)
    const findings = report.scan.findings.length
    const judged = findings === 0 ? report : await judgedNow(judge, report, own)
    counts.set(id, judged.scan.findings.length)
  }
  return counts
}
