import { Command, Option } from 'commander'
import type { CommandContext } from '../command/command-context.ts'
import { exitCodes } from '../command/exit-codes.ts'
import type { ConnectionOptions } from '../connection/connection.ts'
import { addConnectionOptions } from '../connection/connection-options.ts'
import { sanitizeJson } from '../terminal/sanitize-text.ts'
import { connectReviews } from './reviews-api.ts'
import { printFile, printRevision, printWhole } from './revision-lines.ts'
import { printTriggerTests } from './trigger-test-lines.ts'

interface JsonOptions extends ConnectionOptions {
  json: boolean
}

/** `repertoire inbox show`. */
export function showCommand(context: CommandContext): Command {
  const command = new Command('show')
    .description('show what waits: what it asks for, its findings, its files and its text')
    .argument('<id>', 'id of the revision')
    .option('--file <path>', 'one of its files, beside the same file of the skill here')
    .addOption(
      new Option('--trigger-tests', 'run trigger tests without and with it')
        .default(false)
        .conflicts('file'),
    )
    .option('--json', 'print one JSON object', false)
    .exitOverride()
  return addConnectionOptions(command).action(
    async (id: string, options: JsonOptions & { file?: string; triggerTests: boolean }) => {
      const { terminal } = context
      const api = connectReviews(options, context)
      if (options.triggerTests) {
        const tests = await api.triggerTests(id)
        if (options.json) terminal.out(sanitizeJson(tests))
        else printTriggerTests(terminal, tests)
        context.setExitCode(exitCodes.ok)
        return
      }
      const revision = await api.get(id)
      const file = options.file === undefined ? undefined : await api.file(id, options.file)
      if (options.json) terminal.out(sanitizeJson(file ?? revision))
      else if (file) printFile(terminal, file)
      else printWhole(terminal, revision)
      if (!file && revision.approvable) {
        terminal.note(`Approve it: repertoire inbox approve ${id} --digest ${revision.digest}`)
      }
      context.setExitCode(exitCodes.ok)
    },
  )
}

/** `repertoire inbox lift`. */
export function overrideVerdictCommand(context: CommandContext): Command {
  const command = new Command('lift')
    .description('lift the verdict of a blocked content, as an owner; approve it then')
    .argument('<id>', 'id of the revision')
    .requiredOption('--digest <digest>', 'of what was read, as `show` prints it')
    .requiredOption('--reason <text>', 'why it may be used all the same')
    .option('--json', 'print one JSON object', false)
    .exitOverride()
  return addConnectionOptions(command).action(
    async (id: string, options: JsonOptions & { digest: string; reason: string }) => {
      const { digest, reason } = options
      const api = connectReviews(options, context)
      const lifted = await api.overrideVerdict(id, { digest, reason })
      if (options.json) context.terminal.out(sanitizeJson(lifted))
      else printRevision(context.terminal, lifted)
      context.setExitCode(exitCodes.ok)
    },
  )
}

/** `repertoire inbox restore`. */
export function restoreCommand(context: CommandContext): Command {
  const command = new Command('restore')
  return oneDecision(command, 'hold', context).description(
    'undo a rejection, for 30 days, or a quarantine: it waits again',
  )
}

/** `repertoire inbox withdraw`. */
export function withdrawCommand(context: CommandContext): Command {
  const command = new Command('withdraw')
  return oneDecision(command, 'withdraw', context).description(
    'take back what you or your agent proposed',
  )
}

interface DecideOptions extends JsonOptions {
  digest?: string
  note: string
}

function oneDecision(
  command: Command,
  decision: 'hold' | 'withdraw',
  context: CommandContext,
): Command {
  command
    .argument('<id>', 'id of the revision')
    .option('--digest <digest>', 'of what was read; by default what is there now')
    .option('--note <text>', 'for the record', '')
    .option('--json', 'print one JSON object', false)
    .exitOverride()
  return addConnectionOptions(command).action(async (id: string, options: DecideOptions) => {
    await decideOne(decision, { id, options }, context)
    context.setExitCode(exitCodes.ok)
  })
}

/** Decides on one, by default on the content that is there now, and prints it. */
export async function decideOne(
  decision: 'reject' | 'hold' | 'withdraw',
  { id, options }: { readonly id: string; readonly options: DecideOptions },
  context: CommandContext,
): Promise<void> {
  const api = connectReviews(options, context)
  const digest = options.digest ?? (await api.get(id)).digest
  const decided = await api.decide(decision, id, { digest, note: options.note })
  if (options.json) context.terminal.out(sanitizeJson(decided))
  else printRevision(context.terminal, decided)
}
