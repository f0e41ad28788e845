import type { SkillEvalBody } from '@repertoire/client'
import type { CheckedSkill, CheckFinding } from './check-result.ts'
import { sortFindings } from './check-result.ts'

/** Adds what the trigger tests say: a message that misses its skill, or surfaces it wrongly, is an error. */
export function withTriggerFindings(
  skills: readonly CheckedSkill[],
  reports: readonly SkillEvalBody[],
): readonly CheckedSkill[] {
  const bySlug = new Map(reports.map((report) => [report.slug, report]))
  return skills.map((skill) => {
    const report = bySlug.get(skill.slug)
    if (!report) return skill
    return { ...skill, findings: sortFindings([...skill.findings, ...findingsOf(skill, report)]) }
  })
}

function findingsOf(
  { path: folder }: CheckedSkill,
  { path, outcomes, diagnostics }: SkillEvalBody,
): readonly CheckFinding[] {
  const at = { path: `${folder}/${path ?? 'evals/triggers.yaml'}`, line: 1, column: 1, fix: null }
  const broken = diagnostics.map(({ severity, line, column, message, code }) => {
    const level = severity === 'info' ? ('note' as const) : severity
    return { ...at, line, column, rule: `trigger.${code}`, level, message }
  })
  const mistakes = outcomes
    .filter((one) => one.must_surface !== one.surfaced)
    .map(({ must_surface: wanted, message, first }) => ({
      ...{ ...at, level: 'error' as const, rule: wanted ? 'trigger.missed' : 'trigger.false' },
      message: wanted
        ? `“${message}” does not surface it; first is ${first ?? 'nothing'}.`
        : `“${message}” surfaces it.`,
    }))
  return [...broken, ...mistakes]
}
