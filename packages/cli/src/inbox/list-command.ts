import type { InboxEntryBody, InboxPageBody, PendingRevisionSummary } from '@repertoire/client'
import { Command, Option } from 'commander'
import type { CommandContext } from '../command/command-context.ts'
import { CommandError, exitCodes } from '../command/exit-codes.ts'
import { openServer } from '../connection/api.ts'
import { addConnectionOptions } from '../connection/connection-options.ts'
import { sanitizeJson, sanitizeText } from '../terminal/sanitize-text.ts'
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
  const command = addFilterOptions(new Command('list'))
    .description('list what waits, or with --state what was decided')
    .addOption(
      new Option('--state <state>', 'imports and proposals in this state, newest first').choices([
        ...[...states, 'all'],
      ]),
    )
    .exitOverride()
  return addConnectionOptions(command).action(async (options: ListOptions) => {
    if (options.state === undefined) await listWaiting(options, context)
    else await listReviews(options, context)
    context.setExitCode(exitCodes.ok)
  })
}

async function listWaiting(options: ListOptions, context: CommandContext): Promise<void> {
  const { client, send } = openServer(options, context)
  const { terminal } = context
  const pages = { limit: 200, ...(await filterOf(options, context)) }
  let page = await send(client.inbox.list(pages))
  if (!options.json) printGroups(terminal, page)
  for (;;) {
    for (const entry of page.items) {
      if (options.json) terminal.out(sanitizeJson(entry))
      else printEntry(terminal, entry)
    }
    if (page.next_cursor === null) break
    page = await send(client.inbox.list({ ...pages, cursor: page.next_cursor }))
  }
}

async function listReviews(options: ListOptions, context: CommandContext): Promise<void> {
  const { kind, verdict, source_id, ...others } = await filterOf(options, context)
  if (kind === 'approval' || kind === 'tool' || Object.values(others).some(Boolean)) {
    throw new CommandError(
      'With --state only --kind, --source and --verdict choose, and approvals have no state.',
      'Leave --state out to search what waits.',
    )
  }
  const { state = 'all' } = options
  const wanted = { ...(state !== 'all' && { state }), kind, verdict, source_id }
  const items = await connectReviews(options, context).list(wanted)
  const { terminal } = context
  for (const item of items) {
    if (options.json) terminal.out(sanitizeJson(item))
    else printRevision(terminal, item)
  }
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
  const { id, kind, verdict, slug, title, alike } = entry
  const name = terminal.paint('bold', sanitizeText(slug || title))
  terminal.out(
    `${id}  ${kind.padEnd(8)}  ${(verdict ?? '').padEnd(10)}  ${name}  ${sanitizeText(alike)}`,
  )
}
