import type {
  PendingRevisionBody,
  PendingRevisionFileContent,
  PendingRevisionSummary,
} from '@repertoire/client'
import { commandHint } from '../connection/command-hints.ts'
import { sanitizeText } from '../terminal/sanitize-text.ts'
import type { Terminal } from '../terminal/terminal.ts'

const colours = {
  clean: 'green',
  notice: 'green',
  review: 'yellow',
  incomplete: 'yellow',
  blocked: 'red',
} as const

/** Whether nothing of it needs reading: the server approves no other in bulk. */
export function isClean(arrival: PendingRevisionSummary): boolean {
  const { verdict, licence_decision: licence, signature } = arrival
  return (
    (verdict === 'clean' || verdict === 'notice') && licence === 'allowed' && signature !== 'broken'
  )
}

/** Whether nobody may approve it. */
export function isRejected({
  verdict,
  licence_decision,
  signature,
}: PendingRevisionSummary): boolean {
  return verdict === 'blocked' || licence_decision === 'refused' || signature === 'broken'
}

/** One line: id, state, verdict, licence, slug, kind, source and path. */
export function printRevision(terminal: Terminal, arrival: PendingRevisionSummary): void {
  const { id, state, verdict, slug, kind, path, source_name: source } = arrival
  const name = terminal.paint('bold', sanitizeText(slug))
  const mark = terminal.paint(colours[verdict], verdict.padEnd(10))
  const from = arrival.proposal
    ? proposalLine(arrival)
    : `${licenceOf(arrival)}  ${sanitizeText(source ?? 'by hand')}:${sanitizeText(path)}`
  terminal.out(`${id}  ${state.padEnd(11)}  ${mark}  ${name}  ${kind}  ${from}`)
}

function proposalLine({ proposal, skill_id }: PendingRevisionSummary): string {
  if (proposal?.by === 'member') return 'offered to the organisation'
  if (skill_id === null) return 'new skill of an agent'
  return proposal?.scope === 'org' ? 'change of an organisation skill' : 'change of your skill'
}

/** What a reviewer reads: what it asks for, findings, licence, files and text. Its digest comes last. */
export function printWhole(terminal: Terminal, arrival: PendingRevisionBody): void {
  printRevision(terminal, arrival)
  const { source_url: url, source_version: version, edited_here: isEdited, refusal } = arrival
  const { proposal } = arrival
  if (proposal) printProposal(terminal, arrival, proposal)
  else terminal.out(`from: ${sanitizeText(url ?? '')} at ${sanitizeText(version)}`)
  if (arrival.applies_at) terminal.out(`applied by the first sync after ${arrival.applies_at}`)
  if (arrival.note !== '') terminal.out(`${arrival.state}: ${sanitizeText(arrival.note)}`)
  if (arrival.description !== '') terminal.out(`about: ${sanitizeText(arrival.description)}`)
  if (arrival.name_taken) {
    const { slug, kept_as: name } = arrival.name_taken
    terminal.out(`kept as ${sanitizeText(name)}: ${sanitizeText(slug)} is another skill here`)
  }
  printCommits(terminal, arrival)
  if (isEdited) terminal.out('edited here: approving it replaces those edits')
  printAsks(terminal, arrival)
  printTrust(terminal, arrival)
  if (refusal) {
    const mark = arrival.approvable ? 'needs a note' : 'cannot be approved'
    terminal.out(`${terminal.paint('red', mark)}: ${sanitizeText(refusal.message)}`)
    const hint = commandHint(refusal)
    if (hint) terminal.out(`  ${sanitizeText(hint)}`)
  }
  for (const { path, change, size } of arrival.files) {
    terminal.out(`${change.padEnd(7)}  ${sanitizeText(path)}  ${size} bytes`)
  }
  printText(terminal, 'SKILL.md', arrival.content)
  terminal.out(`digest: ${sanitizeText(arrival.digest)}`)
}

/** One file, and the same file of the skill here. */
export function printFile(terminal: Terminal, file: PendingRevisionFileContent): void {
  if (file.base_text !== null) printText(terminal, `${file.path}, here now`, file.base_text)
  if (file.text !== null) printText(terminal, `${file.path}, as it came`, file.text)
  else terminal.out(`${sanitizeText(file.path)} is no text, or removed (${file.size ?? 0} bytes)`)
}

function printProposal(
  terminal: Terminal,
  { stale_reason: stale }: PendingRevisionBody,
  { person, person_name: name, reason }: NonNullable<PendingRevisionBody['proposal']>,
): void {
  terminal.out(`for: ${sanitizeText(name ?? person)}`)
  if (reason !== '') terminal.out(`reason: ${sanitizeText(reason)}`)
  if (stale !== null) terminal.out(`out of date: ${stale}`)
}

function printCommits(terminal: Terminal, { commits }: PendingRevisionBody): void {
  for (const { id, at, author, subject } of commits) {
    const day = at.slice(0, 10)
    terminal.out(
      `commit ${id.slice(0, 12)}  ${day}  ${sanitizeText(author)}: ${sanitizeText(subject)}`,
    )
  }
}

function printAsks(terminal: Terminal, { new_asks: asks, kind }: PendingRevisionBody): void {
  const title = kind === 'update' ? 'also asks for' : 'asks for'
  for (const [what, list] of Object.entries(asks)) {
    if (list.length > 0) terminal.out(`${title} ${what}: ${list.map(sanitizeText).join(', ')}`)
  }
}

function printTrust(terminal: Terminal, { trust }: PendingRevisionBody): void {
  const { licence, signature, findings, unscanned } = trust
  const stated = sanitizeText(licence.expression ?? licence.status)
  terminal.out(`licence: ${stated} (${licence.decision}): ${sanitizeText(licence.reason)}`)
  terminal.out(`signature: ${signature.status}: ${sanitizeText(signature.detail)}`)
  for (const { severity, path, line, rule, message, excerpt, attack, fix } of findings) {
    const where = `${sanitizeText(path)}:${line}`
    terminal.out(`${terminal.paint('yellow', severity)} ${where} ${rule}: ${sanitizeText(message)}`)
    if (excerpt !== '') terminal.out(`  ${sanitizeText(excerpt)}`)
    terminal.out(`  ${sanitizeText(attack)} ${sanitizeText(fix)}`)
  }
  for (const { finding, suppression } of trust.suppressed) {
    const where = `${sanitizeText(finding.path)}:${finding.line} ${finding.rule}`
    terminal.out(`suppressed ${where}: ${sanitizeText(suppression.reason)}`)
  }
  for (const { path, reason } of unscanned) {
    terminal.out(`not scanned: ${sanitizeText(path)} ${sanitizeText(reason)}`)
  }
}

function printText(terminal: Terminal, heading: string, text: string): void {
  terminal.out(terminal.paint('bold', `--- ${sanitizeText(heading)}`))
  for (const line of text.trimEnd().split('\n')) terminal.out(sanitizeText(line))
}

function licenceOf({
  licence,
  licence_change: change,
  licence_decision: decision,
}: PendingRevisionSummary): string {
  const [was, is] = [change?.from, licence].map((one) => sanitizeText(one ?? 'no known licence'))
  const name = change ? `${was} -> ${is}` : `${is}`
  return decision === 'allowed' ? name : `${name} (${decision})`
}
