import type { TriggerBody } from '@repertoire/client'
import type { Command } from 'commander'
import type { CommandContext } from '../command/command-context.ts'
import { confirmed } from '../command/confirmed.ts'
import { CommandError, type ExitCode, exitCodes } from '../command/exit-codes.ts'
import { ServerCommand, type ServerRun } from '../connection/server-command.ts'
import type { Results } from '../terminal/results.ts'
import { sanitizeText } from '../terminal/sanitize-text.ts'
import { printSecret } from './create-command.ts'
import { addDraftOptions, type DraftOptions, draftFrom } from './draft-options.ts'
import { printTrigger } from './trigger-lines.ts'
import { connectTriggers, type TriggersApi } from './triggers-api.ts'

/** `repertoire triggers edit`. */
export function editCommand(context: CommandContext): Command {
  const command = new ServerCommand('edit', context)
    .description('change one of your triggers; omitted fields stay')
    .option('--name <name>', 'new name')
  return changeCommand(
    addDraftOptions(command),
    async ({ api, trigger, server }, options: DraftOptions) => {
      const change = await draftFrom(options, api, { context, before: trigger })
      if (Object.keys(change).length === 0)
        throw new CommandError('Nothing to change: pass at least one option.')
      return printResult(await api.update(trigger, change), server)
    },
  )
}

/** `repertoire triggers enable`. */
export function enableCommand(context: CommandContext): Command {
  const command = new ServerCommand('enable', context).description('enable a trigger')
  return changeCommand(command, async ({ api, trigger, server }) =>
    printResult(await api.update(trigger, { enabled: true }), server),
  )
}

/** `repertoire triggers disable`. */
export function disableCommand(context: CommandContext): Command {
  const command = new ServerCommand('disable', context).description(
    'disable a trigger; owners and admins: anyone’s, by id',
  )
  return changeCommand(command, async ({ api, trigger, server }) => {
    // Other people's triggers have no visible message and can only be stopped.
    if (trigger.message !== null)
      return printResult(await api.update(trigger, { enabled: false }), server)
    await api.stop(trigger.id)
    return printResult(await api.find(trigger.id), server)
  })
}

interface DeleteOptions {
  yes: boolean
}

/** `repertoire triggers delete`. */
export function deleteCommand(context: CommandContext): Command {
  const command = new ServerCommand('delete', context)
    .description('delete a trigger and its firings; its conversations stay')
    .option('--yes', 'do not ask for confirmation', false)
  return changeCommand(command, async ({ api, trigger, server }, { yes }: DeleteOptions) => {
    const name = `“${sanitizeText(trigger.name)}”`
    const text = `Delete ${name}? It starts no more turns.`
    if (!(await confirmed({ text, isAnswered: yes }, context))) {
      server.terminal.note('Nothing was deleted.')
      return exitCodes.negative
    }
    await api.remove(trigger.id)
    server.print({ id: trigger.id, deleted: true }, `Deleted ${name}.`)
    return exitCodes.ok
  })
}

/** `repertoire triggers rotate`. */
export function replaceSecretCommand(context: CommandContext): Command {
  const command = new ServerCommand('rotate', context).description(
    'rotate the secret of a webhook; the old one is invalid at once',
  )
  return changeCommand(command, async ({ api, trigger, server }) => {
    const secret = await api.renewSecret(trigger.id)
    server.print({ id: trigger.id, secret }, () => printSecret(server.terminal, secret))
    return exitCodes.ok
  })
}

interface Change {
  readonly api: TriggersApi
  readonly trigger: TriggerBody
  readonly server: ServerRun
}

function changeCommand<Options>(
  command: ServerCommand,
  act: (change: Change, options: Options) => Promise<ExitCode>,
): Command {
  return command
    .argument('<trigger>', 'name or id')
    .json()
    .runOnServer(async (server, wanted: string, options: Options) => {
      const api = connectTriggers(server)
      return act({ api, trigger: await api.find(wanted), server }, options)
    })
}

function printResult(trigger: TriggerBody, { terminal, print }: Results): ExitCode {
  print(trigger, () => printTrigger(terminal, trigger))
  return exitCodes.ok
}
