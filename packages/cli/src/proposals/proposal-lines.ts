import type { ProposalBody, ProposalSummary } from '@repertoire/client'
import { sanitizeText } from '../terminal/sanitize-text.ts'
import type { Terminal } from '../terminal/terminal.ts'

/** One line: id, state, slug, what it would do. */
export function printProposal(terminal: Terminal, proposal: ProposalSummary): void {
  const { id, status, slug } = proposal
  const name = terminal.paint('bold', sanitizeText(slug))
  terminal.out(`${sanitizeText(id)}  ${status.padEnd(9)}  ${name}  ${kindOf(proposal)}`)
}

/** The reason, the SKILL.md and the files, with what acceptance does to each. */
export function printWhole(terminal: Terminal, proposal: ProposalBody): void {
  printProposal(terminal, proposal)
  const { reason, note, stale_reason, content, current, files, removed_files } = proposal
  if (reason !== '') terminal.out(`reason: ${sanitizeText(reason)}`)
  if (note !== '') terminal.out(`note: ${sanitizeText(note)}`)
  if (stale_reason !== null) terminal.out(`out of date: ${stale_reason}`)
  printText(terminal, `SKILL.md ${current ? 'changed' : 'new'}`, content)
  for (const { path, replaces, content: text } of files) {
    printText(terminal, `${sanitizeText(path)} ${replaces ? 'changed' : 'new'}`, text)
  }
  for (const { path } of removed_files) terminal.out(`--- ${sanitizeText(path)} removed`)
}

function printText(terminal: Terminal, heading: string, text: string): void {
  terminal.out(terminal.paint('bold', `--- ${heading}`))
  for (const line of text.trimEnd().split('\n')) terminal.out(sanitizeText(line))
}

function kindOf({ conversation_id, skill_id, skill_scope }: ProposalSummary): string {
  if (conversation_id === null) return 'offered to the organisation'
  if (skill_id === null) return 'new skill'
  return skill_scope === 'org' ? 'change of an organisation skill' : 'change of your skill'
}
