import type { TriggerBody } from '@repertoire/client'
import type { Command } from 'commander'
import type { CommandContext } from '../command/command-context.ts'
import { confirmed } from '../command/confirmed.ts'
import { CommandError, type ExitCode, exitCodes } from '../command/exit-codes.ts'
import { ServerCommand } from '../command/server-command.ts'
import type { Results } from '../terminal/results.ts'
import { sanitizeText } from '../terminal/sanitize-text.ts'
import { printSecret } from './create-command.ts'
import { addDraftOptions, type DraftOptions, draftFrom } from './draft-options.ts'
import { printTrigger } from './trigger-lines.ts'
import { connectTriggers, type TriggersApi } from './triggers-api.ts'

interface Change<Options> {
  readonly api: TriggersApi
  readonly trigger: TriggerBody
  readonly options: Options
}

type Act<Options> = (change: Change<Options>, results: Results) => Promise<ExitCode>

/** The commands that change an existing trigger. */
export function changeCommands(context: CommandContext): Command[] {
  const named = (name: string) => new ServerCommand(name, context)
  return [
    changeCommand(editOptions(named('edit')), edit(context)),
    changeCommand(named('enable').description('enable a trigger'), enable),
    changeCommand(
      named('disable').description('disable a trigger; owners and admins: anyone’s, by id'),
      disable,
    ),
    changeCommand(deleteOptions(named('delete')), remove(context)),
    changeCommand(
      named('rotate').description('rotate the secret of a webhook; the old one is invalid at once'),
      rotate,
    ),
  ]
}

function changeCommand<Options>(command: ServerCommand, act: Act<Options>): Command {
  return command
    .argument('<trigger>', 'name or id')
    .json()
    .runOnServer(async (server, wanted: string, options: Options) => {
      const api = connectTriggers(server)
      return act({ api, trigger: await api.find(wanted), options }, server)
    })
}

function editOptions(command: ServerCommand): ServerCommand {
  const described = command
    .description('change one of your triggers; omitted fields stay')
    .option('--name <name>', 'new name')
  return addDraftOptions(described)
}

function edit(context: CommandContext): Act<DraftOptions> {
  return async ({ api, trigger, options }, results) => {
    const change = await draftFrom(options, api, { context, before: trigger })
    if (Object.keys(change).length === 0)
      throw new CommandError('Nothing to change: pass at least one option.')
    return printResult(await api.update(trigger, change), results)
  }
}

async function enable({ api, trigger }: Change<unknown>, results: Results): Promise<ExitCode> {
  return printResult(await api.update(trigger, { enabled: true }), results)
}

async function disable({ api, trigger }: Change<unknown>, results: Results): Promise<ExitCode> {
  // Other people's triggers have no visible message and can only be stopped.
  if (trigger.message !== null)
    return printResult(await api.update(trigger, { enabled: false }), results)
  await api.stop(trigger.id)
  return printResult(await api.find(trigger.id), results)
}

function printResult(trigger: TriggerBody, { terminal, print }: Results): ExitCode {
  print(trigger, () => printTrigger(terminal, trigger))
  return exitCodes.ok
}

interface DeleteOptions {
  yes: boolean
}

function deleteOptions(command: ServerCommand): ServerCommand {
  return command
    .description('delete a trigger and its firings; its conversations stay')
    .option('--yes', 'do not ask for confirmation', false)
}

function remove(context: CommandContext): Act<DeleteOptions> {
  return async ({ api, trigger, options }, { terminal, print }) => {
    const name = `“${sanitizeText(trigger.name)}”`
    const text = `Delete ${name}? It starts no more turns.`
    if (!(await confirmed({ text, isAnswered: options.yes }, context))) {
      terminal.note('Nothing was deleted.')
      return exitCodes.negative
    }
    await api.remove(trigger.id)
    print({ id: trigger.id, deleted: true }, `Deleted ${name}.`)
    return exitCodes.ok
  }
}

async function rotate({ api, trigger }: Change<unknown>, results: Results): Promise<ExitCode> {
  const secret = await api.renewSecret(trigger.id)
  results.print({ id: trigger.id, secret }, () => printSecret(results.terminal, secret))
  return exitCodes.ok
}
