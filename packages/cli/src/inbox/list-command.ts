import type { InboxEntryBody, InboxPageBody, PendingRevisionSummary } from '@repertoire/client'
import { type Command, Option } from 'commander'
import type { CommandContext } from '../command/command-context.ts'
import { CommandError } from '../command/exit-codes.ts'
import { ServerCommand, type ServerRun } from '../connection/server-command.ts'
import { sanitizeText } from '../terminal/sanitize-text.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { addFilterOptions, type FilterOptions, filterOf } from './inbox-filters.ts'
import { connectReviews } from './reviews-api.ts'
import { printRevision } from './revision-lines.ts'

const states = [
  ...['held', 'approved', 'rejected', 'quarantined', 'superseded', 'withdrawn', 'stale'],
]

interface ListOptions extends FilterOptions {
  state?: PendingRevisionSummary['state'] | 'all'
}

/** `repertoire inbox list`. */
export function listCommand(context: CommandContext): Command {
  return addFilterOptions(new ServerCommand('list', context))
    .description('list what waits, or with --state what was decided')
    .addOption(
      new Option('--state <state>', 'imports and proposals in this state, newest first').choices([
        ...[...states, 'all'],
      ]),
    )
    .runOnServer(async (server, options: ListOptions) =>
      options.state === undefined ? listWaiting(options, server) : listReviews(options, server),
    )
}

async function listWaiting(options: ListOptions, server: ServerRun): Promise<void> {
  const { client, send, terminal, print } = server
  const pages = { limit: 200, ...(await filterOf(options, server)) }
  let page = await send(client.inbox.list(pages))
  if (!options.json) printGroups(terminal, page)
  for (;;) {
    for (const entry of page.items) print(entry, () => printEntry(terminal, entry))
    if (page.next_cursor === null) break
    page = await send(client.inbox.list({ ...pages, cursor: page.next_cursor }))
  }
}

async function listReviews(options: ListOptions, server: ServerRun): Promise<void> {
  const { kind, verdict, source_id, ...others } = await filterOf(options, server)
  if (kind === 'approval' || kind === 'tool' || Object.values(others).some(Boolean)) {
    throw new CommandError(
      'With --state only --kind, --source and --verdict choose, and approvals have no state.',
      'Leave --state out to search what waits.',
    )
  }
  const { terminal, print } = server
  const { state = 'all' } = options
  const wanted = { ...(state !== 'all' && { state }), kind, verdict, source_id }
  const items = await connectReviews(server).list(wanted)
  for (const item of items) print(item, () => printRevision(terminal, item))
  if (items.length === 0) terminal.note('There is none.')
}

function printGroups(terminal: Terminal, { groups, total }: InboxPageBody): void {
  if (total === 0) terminal.note('Nothing waits.')
  const counts = new Map<string, number>()
  for (const { alike, count } of groups) counts.set(alike, (counts.get(alike) ?? 0) + count)
  for (const [alike, count] of [...counts].sort(([, one], [, other]) => other - one)) {
    terminal.note(`${String(count).padStart(6)}  ${sanitizeText(alike)}`)
  }
}

/** One line: id, kind, verdict, slug, reason, digest. */
function printEntry(terminal: Terminal, entry: InboxEntryBody): void {
  const { id, kind, verdict, slug, title, alike, out_of_date: outOfDate } = entry
  const name = terminal.paint('bold', sanitizeText(slug || title))
  terminal.out(
    `${id}  ${kind.padEnd(8)}  ${(verdict ?? '').padEnd(10)}  ${name}  ${sanitizeText(alike)}${outOfDate ? ', out of date' : ''}`,
  )
}
