import type { InboxEntryBody, InboxFilterParams, InboxPageBody } from '@repertoire/client'
import { Command, Option } from 'commander'
import type { CommandContext } from '../command/command-context.ts'
import { CommandError, exitCodes } from '../command/exit-codes.ts'
import { openServer } from '../connection/api.ts'
import type { ConnectionOptions } from '../connection/connection.ts'
import { addConnectionOptions } from '../connection/connection-options.ts'
import { connectSources } from '../sources/sources-api.ts'
import { sanitizeJson, sanitizeText } from '../terminal/sanitize-text.ts'
import type { Terminal } from '../terminal/terminal.ts'

const examples = `
Examples:
  $ repertoire inbox                                            what waits, counted by its reason
  $ repertoire inbox --kind update --text terraform             the entries that match
  $ repertoire inbox --alike "licence ask MIT + Apache-2.0"     those that wait for one reason
  $ repertoire inbox approve --alike "clean update" --yes       all of them, each at the digest it has now
  $ repertoire inbox reject --source office --verdict blocked --yes --note "Not ours"

Exit codes: 0 done, 1 some could not be decided, 2 the command failed.`

interface FilterOptions extends ConnectionOptions {
  kind?: InboxEntryBody['kind']
  source?: string
  verdict?: NonNullable<InboxEntryBody['verdict']>
  licence?: string
  permission?: InboxEntryBody['permissions'][number]
  text?: string
  alike?: string
  json: boolean
}

interface DecideOptions extends FilterOptions {
  yes: boolean
  enable?: true
  note: string
}

const decisionsAtOnce = 500

/** `repertoire inbox`. */
export function inboxCommand(context: CommandContext): Command {
  const command = new Command('inbox')
    .description('everything that waits for a decision of yours: list, approve, reject')
    .addHelpText('after', examples)
  command.addCommand(listCommand(context), { isDefault: true })
  command.addCommand(decideCommand(context, 'approve'))
  command.addCommand(decideCommand(context, 'reject'))
  return command
}

function addFilterOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--kind <kind>', 'only these').choices([
        ...['approval', 'tool', 'import', 'update', 'proposal', 'offer'],
      ]),
    )
    .addOption(
      new Option('--verdict <verdict>', 'only those of this verdict').choices([
        ...['clean', 'notice', 'review', 'blocked', 'incomplete'],
      ]),
    )
    .addOption(
      new Option('--permission <kind>', 'only those that newly ask for it').choices([
        ...['tools', 'hooks', 'scripts', 'hosts', 'env'],
      ]),
    )
    .option('--source <source>', 'only those of this source, by name or id')
    .option('--licence <expression>', 'only those with this licence, or `none`')
    .option('--alike <reason>', 'only those that wait for this reason, as the list shows it')
    .option('--text <text>', 'in name, description, reason or path')
    .option('--json', 'print one JSON object per entry and line', false)
}

function listCommand(context: CommandContext): Command {
  const command = addFilterOptions(new Command('list'))
    .description('list what waits')
    .exitOverride()
  return addConnectionOptions(command).action(async (options: FilterOptions) => {
    const { client, send } = openServer(options, context)
    const filter = await filterOf(options, context)
    const { terminal } = context
    const pages = { limit: 200, ...filter }
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
    context.setExitCode(exitCodes.ok)
  })
}

function decideCommand(context: CommandContext, decision: 'approve' | 'reject'): Command {
  const command = addFilterOptions(new Command(decision))
    .description(
      decision === 'approve'
        ? 'approve the imports and updates that match and are clean'
        : 'reject the imports and updates that match: they are not asked about again',
    )
    .option('--yes', 'without it, only their number is shown', false)
    .option('--note <text>', 'for the record', '')
    .exitOverride()
  if (decision === 'approve') command.option('--enable', 'agents may use them at once')
  return addConnectionOptions(command).action(async (options: DecideOptions) => {
    const { client, send } = openServer(options, context)
    const { terminal } = context
    const { items } = await send(client.inbox.keys(await filterOf(options, context)))
    if (items.length === 0) return terminal.note('Nothing that matches waits.')
    if (!options.yes) throw unconfirmed(items.length, decision)
    let isWhole = true
    for (let at = 0; at < items.length; at += decisionsAtOnce) {
      const some = items.slice(at, at + decisionsAtOnce)
      const { enable, note } = options
      const { results } = await send(
        client.arrivals.decideMany({ decision, items: some, enable, note }),
      )
      for (const one of results) {
        if (options.json) terminal.out(sanitizeJson(one))
        else if (one.problem) terminal.out(`${one.id}  ${sanitizeText(one.problem.message)}`)
      }
      isWhole &&= results.every(({ problem }) => problem === null)
      terminal.note(`Decided ${at + some.length} of ${items.length}.`)
    }
    context.setExitCode(isWhole ? exitCodes.ok : exitCodes.negative)
  })
}

async function filterOf(
  options: FilterOptions,
  context: CommandContext,
): Promise<InboxFilterParams> {
  const { kind, verdict, licence, permission, text, alike, source } = options
  const source_id = source && (await connectSources(options, context).find(source)).id
  return { kind, verdict, licence, permission, text, alike, source_id }
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

function unconfirmed(count: number, decision: string): CommandError {
  return new CommandError(
    `${count} match, and nothing was decided.`,
    `Look at them with \`repertoire inbox\` and the same filters, then say --yes to ${decision} them.`,
  )
}
