import type { PendingImportSummary } from '@repertoire/client'
import { Command, Option } from 'commander'
import type { CommandContext } from '../command/command-context.ts'
import { exitCodes } from '../command/exit-codes.ts'
import type { ConnectionOptions } from '../connection/connection.ts'
import { addConnectionOptions } from '../connection/connection-options.ts'
import { connectSources } from '../sources/sources-api.ts'
import { sanitizeJson } from '../terminal/sanitize-text.ts'
import { approveCommand } from './approve-command.ts'
import { printFile, printPendingImport, printWhole } from './pending-import-lines.ts'
import { connectPendingImports } from './pending-imports-api.ts'

const examples = `
Examples:
  $ repertoire arrivals                                    what came in and waits
  $ repertoire arrivals show arr_…                         what it asks for, its findings and its text
  $ repertoire arrivals show arr_… --file scripts/run.sh   one of its files
  $ repertoire arrivals approve arr_… --digest sha256:…    exactly what was shown
  $ repertoire arrivals approve --all --yes --enable       those that are clean, and use them at once
  $ repertoire arrivals lift arr_… --digest sha256:… --reason "A rule that shows the attack"
  $ repertoire arrivals reject arr_… --note "Not ours"     is not asked about again

Exit codes: 0 done, 1 something cannot be approved, was decided or is not there, 2 the command failed.`

const states = ['held', 'approved', 'rejected', 'quarantined', 'superseded'] as const

interface JsonOptions extends ConnectionOptions {
  json: boolean
}

interface ListOptions extends JsonOptions {
  state: PendingImportSummary['state'] | 'all'
  source?: string
  verdict?: PendingImportSummary['verdict']
}

/** `repertoire arrivals`. */
export function pendingImportsCommand(context: CommandContext): Command {
  const command = new Command('arrivals')
    .description(
      'what came in from sources and waits for a review: list, show, approve, lift, reject',
    )
    .addHelpText('after', examples)
  command.addCommand(listCommand(context), { isDefault: true })
  command.addCommand(showCommand(context))
  command.addCommand(approveCommand(context))
  command.addCommand(liftCommand(context))
  command.addCommand(rejectCommand(context))
  return command
}

function listCommand(context: CommandContext): Command {
  const command = new Command('list')
    .description('list what came in, newest first')
    .addOption(
      new Option('--state <state>', 'only those in this state')
        .choices([...states, 'all'])
        .default('held'),
    )
    .addOption(
      new Option('--verdict <verdict>', 'only those of this verdict').choices([
        ...['clean', 'notice', 'review', 'blocked', 'incomplete'],
      ]),
    )
    .option('--source <source>', 'only those of this source, by name or id')
    .option('--json', 'print one JSON object per arrival and line', false)
    .exitOverride()
  return addConnectionOptions(command).action(async (options: ListOptions) => {
    const { terminal } = context
    const { state, source, verdict } = options
    const id = source && (await connectSources(options, context).find(source)).id
    const items = await connectPendingImports(options, context).list({
      ...(state !== 'all' && { state }),
      ...{ verdict, source_id: id },
    })
    for (const item of items) {
      if (options.json) terminal.out(sanitizeJson(item))
      else printPendingImport(terminal, item)
    }
    if (items.length === 0) terminal.note('Nothing waits.')
    context.setExitCode(exitCodes.ok)
  })
}

function showCommand(context: CommandContext): Command {
  const command = new Command('show')
    .description('show what an arrival asks for, its findings, its files and its text')
    .argument('<id>', 'id of the arrival')
    .option('--file <path>', 'one of its files, beside the same file of the skill here')
    .option('--json', 'print one JSON object', false)
    .exitOverride()
  return addConnectionOptions(command).action(
    async (id: string, options: JsonOptions & { file?: string }) => {
      const { terminal } = context
      const api = connectPendingImports(options, context)
      const arrival = await api.get(id)
      const file = options.file === undefined ? undefined : await api.file(id, options.file)
      if (options.json) terminal.out(sanitizeJson(file ?? arrival))
      else if (file) printFile(terminal, file)
      else printWhole(terminal, arrival)
      if (!file && arrival.approvable) {
        terminal.note(`Approve it: repertoire arrivals approve ${id} --digest ${arrival.digest}`)
      }
      context.setExitCode(exitCodes.ok)
    },
  )
}

function liftCommand(context: CommandContext): Command {
  const command = new Command('lift')
    .description('lift the verdict of a blocked content, as an owner; approve it then')
    .argument('<id>', 'id of the arrival')
    .requiredOption('--digest <digest>', 'of what was read, as `show` prints it')
    .requiredOption('--reason <text>', 'why it may be used all the same')
    .option('--json', 'print one JSON object', false)
    .exitOverride()
  return addConnectionOptions(command).action(
    async (id: string, options: JsonOptions & { digest: string; reason: string }) => {
      const { digest, reason } = options
      const lifted = await connectPendingImports(options, context).overrideVerdict(id, {
        digest,
        reason,
      })
      if (options.json) context.terminal.out(sanitizeJson(lifted))
      else printPendingImport(context.terminal, lifted)
      context.setExitCode(exitCodes.ok)
    },
  )
}

function rejectCommand(context: CommandContext): Command {
  const command = new Command('reject')
    .description('reject a content: it is not asked about again')
    .argument('<id>', 'id of the arrival')
    .option('--digest <digest>', 'of what was read; by default what is there now')
    .option('--note <text>', 'for the record', '')
    .option('--json', 'print one JSON object', false)
    .exitOverride()
  return addConnectionOptions(command).action(
    async (id: string, options: JsonOptions & { digest?: string; note: string }) => {
      const api = connectPendingImports(options, context)
      const digest = options.digest ?? (await api.get(id)).digest
      const rejected = await api.reject(id, { digest, note: options.note })
      if (options.json) context.terminal.out(sanitizeJson(rejected))
      else printPendingImport(context.terminal, rejected)
      context.setExitCode(exitCodes.ok)
    },
  )
}
