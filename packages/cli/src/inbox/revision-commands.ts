import { type Command, Option } from 'commander'
import type { CommandContext } from '../command/command-context.ts'
import { type ExitCode, exitCodes } from '../command/exit-codes.ts'
import { ServerCommand, type ServerRun } from '../connection/server-command.ts'
import { checkDigest } from './check-digest.ts'
import { connectReviews } from './reviews-api.ts'
import { printFile, printRevision, printWhole } from './revision-lines.ts'
import { printTriggerTests } from './trigger-test-lines.ts'

interface ShowOptions {
  file?: string
  triggerTests: boolean
}

/** `repertoire inbox show`. */
export function showCommand(context: CommandContext): Command {
  return new ServerCommand('show', context)
    .description('show what waits: what it asks for, its findings, its files and its text')
    .argument('<id>', 'id of the revision')
    .option('--file <path>', 'one of its files, beside the same file of the skill here')
    .addOption(
      new Option('--trigger-tests', 'run trigger tests without and with it')
        .default(false)
        .conflicts('file'),
    )
    .json()
    .runOnServer(async (server, id: string, { file: path, triggerTests }: ShowOptions) => {
      const { terminal, print } = server
      const api = connectReviews(server)
      if (triggerTests) {
        const tests = await api.triggerTests(id)
        return print(tests, () => printTriggerTests(terminal, tests))
      }
      const revision = await api.get(id)
      if (path !== undefined) {
        const file = await api.file(id, path)
        return print(file, () => printFile(terminal, file))
      }
      print(revision, () => printWhole(terminal, revision))
      if (revision.approvable) {
        terminal.note(`Approve it: repertoire inbox approve ${id} --digest ${revision.digest}`)
      }
    })
}

interface LiftOptions {
  digest: string
  reason: string
}

/** `repertoire inbox lift`. */
export function overrideVerdictCommand(context: CommandContext): Command {
  return new ServerCommand('lift', context)
    .description('lift the verdict of a blocked content, as an owner; approve it then')
    .argument('<id>', 'id of the revision')
    .requiredOption('--digest <digest>', 'of what was read, as `show` prints it')
    .requiredOption('--reason <text>', 'why it may be used all the same')
    .json()
    .runOnServer(async (server, id: string, { digest, reason }: LiftOptions) => {
      checkDigest(digest, id)
      const lifted = await connectReviews(server).overrideVerdict(id, { digest, reason })
      server.print(lifted, () => printRevision(server.terminal, lifted))
    })
}

/** `repertoire inbox restore`. */
export function restoreCommand(context: CommandContext): Command {
  const command = new ServerCommand('restore', context).description(
    'undo a rejection, for 30 days, or a quarantine: it waits again',
  )
  return oneDecision(command, 'hold')
}

/** `repertoire inbox withdraw`. */
export function withdrawCommand(context: CommandContext): Command {
  const command = new ServerCommand('withdraw', context).description(
    'take back what you or your agent proposed',
  )
  return oneDecision(command, 'withdraw')
}

interface DecideOptions {
  digest?: string
  note: string
}

function oneDecision(command: ServerCommand, decision: 'hold' | 'withdraw'): Command {
  return command
    .argument('<id>', 'id of the revision')
    .option('--digest <digest>', 'of what was read; by default what is there now')
    .option('--note <text>', 'for the record', '')
    .json()
    .runOnServer(async (server, id: string, options: DecideOptions) =>
      decideOne(decision, { id, options }, server),
    )
}

/** Decides on one, by default on the content that is there now, and prints it. */
export async function decideOne(
  decision: 'reject' | 'hold' | 'withdraw',
  { id, options }: { readonly id: string; readonly options: DecideOptions },
  server: ServerRun,
): Promise<ExitCode> {
  const api = connectReviews(server)
  if (options.digest !== undefined) checkDigest(options.digest, id)
  const digest = options.digest ?? (await api.get(id)).digest
  const decided = await api.decide(decision, id, { digest, note: options.note })
  server.print(decided, () => printRevision(server.terminal, decided))
  return exitCodes.ok
}
