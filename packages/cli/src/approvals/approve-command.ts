import type { ApprovalBody } from '@repertoire/client'
import { Command } from 'commander'
import type { CommandContext } from '../command/command-context.ts'
import { CommandError, type ExitCode, exitCodes } from '../command/exit-codes.ts'
import { openServer, type Server } from '../connection/api.ts'
import type { ConnectionOptions } from '../connection/connection.ts'
import { addConnectionOptions } from '../connection/connection-options.ts'
import { sanitizeJson } from '../terminal/sanitize-text.ts'
import { digestOf, questionOf } from './approval-question.ts'
import { type Answer, askPerson, sendAnswer, subjectText } from './ask-person.ts'

interface ApproveOptions extends ConnectionOptions {
  digest?: string
  note: string
  json: boolean
}

interface DenyOptions extends ConnectionOptions {
  reason: string
  json: boolean
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
  const command = new Command('approve')
    .description('answer what an agent asks for with yes; without an id, list what waits')
    .argument('[id]', 'id of the approval')
    .option('--digest <digest>', 'of what was read, as the question shows it')
    .option('--note <text>', 'for the agent; the answer to a question', '')
    .option('--json', 'print one JSON object per approval and line', false)
    .addHelpText('after', examples)
  return addConnectionOptions(command).action(
    async (id: string | undefined, options: ApproveOptions) => {
      const server = openServer(options, context)
      if (id === undefined) return listWaiting(server, options, context)
      const approval = await server.send(server.client.approvals.get(id))
      const answer = await yesTo({ approval, server, options }, context)
      context.setExitCode(await finish(id, { answer, server, json: options.json }, context))
    },
  )
}

/** `repertoire deny`. */
export function denyCommand(context: CommandContext): Command {
  const command = new Command('deny')
    .description('answer what an agent asks for with no')
    .argument('<id>', 'id of the approval')
    .option('--reason <text>', 'for the agent', '')
    .option('--json', 'print one JSON object', false)
  return addConnectionOptions(command).action(async (id: string, options: DenyOptions) => {
    const server = openServer(options, context)
    const answer = { approved: false, note: options.reason }
    context.setExitCode(await finish(id, { answer, server, json: options.json }, context))
  })
}

async function listWaiting(
  { client, send }: Server,
  { json }: ApproveOptions,
  { terminal }: CommandContext,
): Promise<void> {
  const { items } = await send(client.approvals.list({ status: 'pending', limit: 100 }))
  for (const approval of items) {
    if (json) terminal.out(sanitizeJson({ ...approval, digest: digestOf(approval) }))
    else terminal.out(`${approval.id}  ${questionOf(approval)}`)
  }
  if (items.length === 0) terminal.note('Nothing waits.')
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
  context.terminal.note(questionOf(approval))
  throw new CommandError(
    digest === null ? 'This needs an answer.' : `This is the content of ${digest}.`,
    digest === null ? 'Use --note.' : `To say yes to it: --digest ${digest}`,
  )
}

interface Finish {
  readonly answer: Answer
  readonly server: Server
  readonly json: boolean
}

async function finish(
  id: string,
  { answer, server, json }: Finish,
  { terminal }: CommandContext,
): Promise<ExitCode> {
  const answered = await sendAnswer(id, answer, server)
  if (!answered) {
    terminal.note(`${id} was answered already.`)
    return exitCodes.negative
  }
  if (json) terminal.out(sanitizeJson(answered))
  else terminal.out(`${id} ${answered.status}`)
  return exitCodes.ok
}
