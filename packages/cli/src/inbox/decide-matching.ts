import { CommandError, type ExitCode, exitCodes } from '../command/exit-codes.ts'
import type { ServerRun } from '../connection/server-command.ts'
import type { Results } from '../terminal/results.ts'
import { sanitizeText } from '../terminal/sanitize-text.ts'
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
  let isWhole = true
  for (let at = 0; at < items.length; at += decisionsAtOnce) {
    const some = items.slice(at, at + decisionsAtOnce)
    const { enable, note } = options
    const { results } = await send(
      client.reviews.decideMany({ decision, items: some, enable, note }),
    )
    printOutcomes(results, server)
    isWhole &&= results.every(({ problem }) => problem === null)
    terminal.note(`Decided ${at + some.length} of ${items.length}.`)
  }
  return isWhole ? exitCodes.ok : exitCodes.negative
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
