import type { IntegrationBody, IntegrationOutcome } from '@repertoire/client'
import { plainText } from '../terminal/plain-text.ts'
import type { Terminal } from '../terminal/terminal.ts'

/** An integration for people: itself, for whom it is set up, and what it brings. */
export function printIntegration(integration: IntegrationBody, terminal: Terminal): void {
  const { domain, version, problem, skills } = integration
  const name = terminal.paint('bold', plainText(domain))
  terminal.out(`${name} ${plainText(version ?? '')}  ${plainText(setUpFor(integration))}`)
  if (problem) terminal.out(`  ${terminal.paint('red', 'broken')} ${plainText(problem.message)}`)
  for (const skill of skills) {
    const about = skill.problem ? skill.problem.message : (skill.description ?? '')
    const mark = skill.problem ? `${terminal.paint('red', 'broken')} ` : ''
    terminal.out(`  ${plainText(skill.slug ?? skill.folder)}  ${mark}${plainText(about)}`)
    for (const { message } of skill.remarks) terminal.out(`    left out: ${plainText(message)}`)
  }
}

function setUpFor({ entries }: IntegrationBody): string {
  if (entries.length === 0) return 'not set up'
  const whom = { org: 'everybody', user: 'you' }
  return entries
    .map(({ scope, version, update_available }) => {
      const update = update_available ? `, at ${version}: set it up again to update` : ''
      return `set up for ${whom[scope]}${update}`
    })
    .join('; ')
}

const colours = {
  created: 'green',
  updated: 'green',
  unchanged: 'dim',
  removed: 'yellow',
  skipped: 'yellow',
  broken: 'red',
} as const

export function printOutcome(outcome: IntegrationOutcome, terminal: Terminal): void {
  const { folder, status, slug, problem } = outcome
  const what = terminal.paint(colours[status], status.padEnd(9))
  const why = problem ? `  ${plainText(problem.message)}` : ''
  terminal.out(`${what} ${plainText(slug ?? folder)}${why}`)
}

/** Whether it became what the integration has. */
export function isSettled({ status }: IntegrationOutcome): boolean {
  return status !== 'skipped' && status !== 'broken'
}
