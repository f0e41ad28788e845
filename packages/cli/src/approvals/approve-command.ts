import type { ApprovalBody } from '@repertoire/client'
import type { Command } from 'commander'
import type { CommandContext } from '../command/command-context.ts'
import { CommandError, type ExitCode, exitCodes } from '../command/exit-codes.ts'
import type { Server } from '../connection/api.ts'
import { ServerCommand, type ServerRun } from '../connection/server-command.ts'
import { answeredLine } from './answered-line.ts'
import { digestOf, questionOf } from './approval-question.ts'
import { type Answer, askPerson, sendAnswer, subjectText } from './ask-person.ts'
import { otherFileLines } from './other-files.ts'

interface ApproveOptions {
  digest?: string
  note: string
}

interface DenyOptions {
  reason: string
}

const examples = `
Examples:
  $ repertoire approve                       what waits for an answer
  $ repertoire approve apr_12                shows it and asks, on a terminal
  $ repertoire approve apr_12 --digest sha256:…   a yes to exactly what was read, for scripts

A yes is for the content of one digest. If that has changed since, the agent has to ask again.

Exit codes: 0 answered, 1 not answered, or somebody was first, 2 the command failed.`

/** `repertoire approve`. */
export function approveCommand(context: CommandContext): Command {
  return new ServerCommand('approve', context)
    .description('answer what an agent asks for with yes; without an id, list what waits')
    .argument('[id]', 'id of the approval')
    .option('--digest <digest>', 'of what was read, as the question shows it')
    .option('--note <text>', 'for the agent; the answer to a question', '')
    .json('print one JSON object per approval and line')
    .addHelpText('after', examples)
    .runOnServer(async (server, id: string | undefined, options: ApproveOptions) => {
      if (id === undefined) return listWaiting(server)
      const approval = await server.send(server.client.approvals.get(id))
      if (approval.status !== 'pending') return noteAnswered(approval, server)
      const answer = await yesTo({ approval, server, options }, context)
      return sendAndPrint(id, answer, server)
    })
}

/** `repertoire deny`. */
export function denyCommand(context: CommandContext): Command {
  return new ServerCommand('deny', context)
    .description('answer what an agent asks for with no')
    .argument('<id>', 'id of the approval')
    .option('--reason <text>', 'for the agent', '')
    .json()
    .runOnServer(async (server, id: string, options: DenyOptions) => {
      const answer = { approved: false, note: options.reason }
      return sendAndPrint(id, answer, server)
    })
}

async function listWaiting({ client, send, terminal, print }: ServerRun): Promise<ExitCode> {
  const { items } = await send(client.approvals.list({ status: 'pending', limit: 100 }))
  for (const approval of items) {
    print({ ...approval, digest: digestOf(approval) }, `${approval.id}  ${questionOf(approval)}`)
  }
  if (items.length === 0) terminal.note('Nothing waits.')
  return exitCodes.ok
}

interface Asked {
  readonly approval: ApprovalBody
  readonly server: Server
  readonly options: ApproveOptions
}

/** A yes to exactly the digest that was read, or what the person at the terminal says. */
async function yesTo(
  { approval, server, options }: Asked,
  context: CommandContext,
): Promise<Answer> {
  const digest = digestOf(approval)
  const { note } = options
  if (options.digest !== undefined && options.digest !== digest) {
    throw new CommandError(
      `${approval.id} is about ${digest ?? 'nothing with a digest'}, not about ${options.digest}.`,
      'Read it again: `repertoire approve` with its id.',
    )
  }
  if (digest === null ? note !== '' : options.digest === digest) return { approved: true, note }
  if (context.input.isTerminal) return askPerson(approval, server, context)
  for (const line of (await subjectText(approval, server)).split('\n')) context.terminal.out(line)
  for (const line of await otherFileLines(approval, server)) context.terminal.out(line)
  context.terminal.note(questionOf(approval))
  throw new CommandError(
    digest === null ? 'This needs an answer.' : `This is the content of ${digest}.`,
    digest === null ? 'Use --note.' : `To say yes to it: --digest ${digest}`,
  )
}

async function sendAndPrint(id: string, answer: Answer, server: ServerRun): Promise<ExitCode> {
  const answered = await sendAnswer(id, answer, server)
  if (!answered) return noteAnswered(await server.send(server.client.approvals.get(id)), server)
  server.print(answered, `${id} ${answered.status}`)
  return exitCodes.ok
}

/** Somebody was first. */
async function noteAnswered(approval: ApprovalBody, server: ServerRun): Promise<ExitCode> {
  server.terminal.note(await answeredLine(approval, server))
  return exitCodes.negative
}
