import { RepertoireError } from '@repertoire/client'
import { type Command, Option } from 'commander'
import type { CommandContext } from '../command/command-context.ts'
import { CommandError, exitCodes } from '../command/exit-codes.ts'
import type { Server } from '../connection/api.ts'
import { type JsonOptions, ServerCommand } from '../connection/server-command.ts'
import { findConversation, type RequestedConversation } from './find-conversation.ts'
import { followRun } from './follow-run.ts'

interface AskOptions extends JsonOptions, RequestedConversation {}

const examples = `
Examples:
  $ repertoire ask "why is my pod pending?"
  $ repertoire ask --continue "and the other one?"
  $ repertoire ask --agent Support --json "…"     events of the run, one JSON object per line

The answer goes to stdout, what the agent does and asks to stderr. On a terminal an approval is asked for in
place. Elsewhere the command ends with 3 and prints the id of the approval: answer it with \`repertoire
approve\`, and the run goes on. Nothing answers yes by itself. Ctrl-C cancels the run.

Exit codes: 0 answered, 1 the run failed or was cancelled, 2 the command failed, 3 it waits for an
approval, 130 cancelled by Ctrl-C.`

/** `repertoire ask`. */
export function askCommand(context: CommandContext): Command {
  return new ServerCommand('ask', context)
    .description('ask an agent, and see what it does')
    .argument('<question...>', 'in words')
    .addOption(
      new Option('--conversation <id>', 'continue this conversation').conflicts([
        'continue',
        'agent',
      ]),
    )
    .addOption(new Option('--continue', 'continue the latest conversation').conflicts('agent'))
    .option('--agent <name>', 'name or id of the agent; by default none')
    .json('print the events, one JSON object per line')
    .addHelpText('after', examples)
    .runOnServer(async (server, words: string[], options: AskOptions) => {
      const { client, send, terminal } = server
      const { id, open_run: open, last_event_id: after } = await findConversation(options, server)
      if (open?.status === 'waiting') {
        throw new CommandError(
          `The conversation ${id} waits for an answer of a person.`,
          'See `repertoire approve`.',
          exitCodes.waiting,
        )
      }
      const isNew = options.conversation === undefined && !options.continue
      const sending = client.conversations
        .sendWithoutWaiting(id, words.join(' '))
        .catch(async (error: unknown) => {
          if (isNew && isRefusal(error)) await removeEmpty(client, id)
          throw error
        })
      const { run } = await send(sending)
      terminal.note(`conversation ${id}`)
      const followed = { conversationId: id, runId: run.id, after, json: options.json }
      return followRun(followed, server, context)
    })
}

/** Whether nothing began. A question without an answer may have been taken. */
function isRefusal(error: unknown): boolean {
  return error instanceof RepertoireError && error.status >= 400 && error.status < 500
}

/** A refused question leaves no conversation behind, where that works. */
async function removeEmpty({ conversations }: Server['client'], id: string): Promise<void> {
  await conversations
    .remove(id)
    .then(() => conversations.forget(id))
    .catch(() => undefined)
}
