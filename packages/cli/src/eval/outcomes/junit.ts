import { sanitizeText } from '../../terminal/sanitize-text.ts'
import type { SkillReport, TrialResult } from './outcome-messages.ts'

/** JUnit XML: a suite for each skill, a test for each trial with the skill. */
export function reportJunit(reports: readonly SkillReport[]): string {
  const suites = reports.map(({ skill, results }) => {
    const own = results.filter(({ arm }) => arm === 'with')
    const count = (...statuses: TrialResult['status'][]) =>
      own.filter(({ status }) => statuses.includes(status)).length
    const counts = `tests="${own.length}" failures="${count('failed')}" errors="${count('error', 'needs-approval')}"`
    return [
      `  <testsuite name=${quoted(skill)} ${counts}>`,
      ...own.map((result) => testcase(skill, result)),
      '  </testsuite>',
    ].join('\n')
  })
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${suites.join('\n')}\n</testsuites>\n`
}

function testcase(skill: string, { caseId, trial, status, why, checks }: TrialResult): string {
  const judge = checks.find(({ judgedBy }) => judgedBy !== null)?.judgedBy ?? null
  const name = `case ${caseId}, trial ${trial}${judge === null ? '' : `, judged by ${judge}`}`
  const head = `    <testcase classname=${quoted(skill)} name=${quoted(name)}`
  if (status === 'passed') return `${head}/>`
  const tag = status === 'failed' ? 'failure' : 'error'
  return `${head}><${tag} type=${quoted(status)} message=${quoted(why)}/></testcase>`
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}

/** Without the characters that XML has no way to write. */
function quoted(text: string): string {
  const safe = sanitizeText(text).replace(/[\uFFFE\uFFFF]/g, '')
  return `"${safe.replace(/[&<>"]/g, (mark) => entities[mark] ?? '')}"`
}
