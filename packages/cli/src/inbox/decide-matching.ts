import { CommandError, type ExitCode, exitCodes } from '../command/exit-codes.ts'
import type { ServerRun } from '../connection/server-command.ts'
import type { Results } from '../terminal/results.ts'
import { sanitizeText } from '../terminal/sanitize-text.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { type FilterOptions, filterOf } from './inbox-filters.ts'
import type { BulkOutcome } from './reviews-api.ts'

export interface MatchingOptions extends FilterOptions {
  yes: boolean
  note: string
  enable?: true
}

const decisionsAtOnce = 500

/** Decides on every import and update that matches, each at the digest it has now; the server approves only clean ones. */
export async function decideMatching(
  decision: 'approve' | 'reject',
  options: MatchingOptions,
  server: ServerRun,
): Promise<ExitCode> {
  const { client, send, terminal } = server
  const { items } = await send(client.inbox.keys(await filterOf(options, server)))
  if (items.length === 0) {
    terminal.note('Nothing that matches waits.')
    return exitCodes.ok
  }
  if (!options.yes) throw unconfirmed(items.length, decision)
  const all: BulkOutcome[] = []
  for (let at = 0; at < items.length; at += decisionsAtOnce) {
    const some = items.slice(at, at + decisionsAtOnce)
    const { enable, note } = options
    const { results } = await send(
      client.reviews.decideMany({ decision, items: some, enable, note }),
    )
    printOutcomes(results, server)
    all.push(...results)
    if (all.length < items.length) terminal.note(`${all.length} of ${items.length} …`)
  }
  return countOutcomes(decision, all, server)
}

const reasonsShown = 3

/** How many were decided, how many were refused, and why most of them. */
export function countOutcomes(
  decision: 'approve' | 'reject',
  outcomes: readonly BulkOutcome[],
  { terminal }: { readonly terminal: Terminal },
): ExitCode {
  const reasons = new Map<string, number>()
  for (const { problem } of outcomes) {
    if (problem) reasons.set(problem.message, (reasons.get(problem.message) ?? 0) + 1)
  }
  const refused = outcomes.filter(({ problem }) => problem !== null).length
  const done = `${decision === 'approve' ? 'Approved' : 'Rejected'} ${outcomes.length - refused} of ${outcomes.length}`
  if (refused === 0) {
    terminal.note(`${done}.`)
    return exitCodes.ok
  }
  terminal.note(`${done}; ${refused} refused:`)
  const most = [...reasons].sort(([, one], [, other]) => other - one)
  for (const [reason, count] of most.slice(0, reasonsShown)) {
    terminal.note(`${String(count).padStart(6)}  ${sanitizeText(reason)}`)
  }
  if (most.length > reasonsShown)
    terminal.note(`        and ${most.length - reasonsShown} other reasons`)
  return exitCodes.negative
}

/** As JSON every one, else those that could not be decided. */
export function printOutcomes(outcomes: readonly BulkOutcome[], { print }: Results): void {
  for (const one of outcomes) {
    const { id, problem } = one
    print(one, problem ? `${id}  refused  ${sanitizeText(problem.message)}` : [])
  }
}

function unconfirmed(count: number, decision: string): CommandError {
  return new CommandError(
    `${count} match, and nothing was decided.`,
    `Look at them with \`repertoire inbox\` and the same filters, then say --yes to ${decision} them.`,
  )
}
