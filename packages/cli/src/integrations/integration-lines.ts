import type { IntegrationBody, IntegrationOutcome } from '@repertoire/client'
import { sanitizeText } from '../terminal/sanitize-text.ts'
import type { Terminal } from '../terminal/terminal.ts'

/** Prints an integration: name, scopes, and skills. */
export function printIntegration(integration: IntegrationBody, terminal: Terminal): void {
  const { domain, version, problem, skills } = integration
  const name = terminal.paint('bold', sanitizeText(domain))
  terminal.out(`${name} ${sanitizeText(version ?? '')}  ${sanitizeText(setUpFor(integration))}`)
  if (problem) terminal.out(`  ${terminal.paint('red', 'broken')} ${sanitizeText(problem.message)}`)
  for (const skill of skills) {
    const about = skill.problem ? skill.problem.message : (skill.description ?? '')
    const mark = skill.problem ? `${terminal.paint('red', 'broken')} ` : ''
    terminal.out(`  ${sanitizeText(skill.slug ?? skill.folder)}  ${mark}${sanitizeText(about)}`)
    for (const { message } of skill.remarks) terminal.out(`    skipped: ${sanitizeText(message)}`)
  }
}

function setUpFor({ entries }: IntegrationBody): string {
  if (entries.length === 0) return 'not set up'
  const whom = { org: 'everyone', user: 'you' }
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
  const why = problem ? `  ${sanitizeText(problem.message)}` : ''
  terminal.out(`${what} ${sanitizeText(slug ?? folder)}${why}`)
}

/** Whether the skill now matches the integration. */
export function isSettled({ status }: IntegrationOutcome): boolean {
  return status !== 'skipped' && status !== 'broken'
}
