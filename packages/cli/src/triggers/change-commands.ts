import type { TriggerBody } from '@repertoire/client'
import { Command } from 'commander'
import type { CommandContext } from '../command/command-context.ts'
import { confirmed } from '../command/confirmed.ts'
import { CommandError, type ExitCode, exitCodes } from '../command/exit-codes.ts'
import type { ConnectionOptions } from '../connection/connection.ts'
import { addConnectionOptions } from '../connection/connection-options.ts'
import { sanitizeJson, sanitizeText } from '../terminal/sanitize-text.ts'
import { printSecret } from './create-command.ts'
import { addDraftOptions, type DraftOptions, draftFrom } from './draft-options.ts'
import { printTrigger } from './trigger-lines.ts'
import { connectTriggers, type TriggersApi } from './triggers-api.ts'

interface ChangeOptions extends ConnectionOptions {
  json: boolean
}

interface Change<Options> {
  readonly api: TriggersApi
  readonly trigger: TriggerBody
  readonly options: Options
}

/** The commands that change an existing trigger. */
export function changeCommands(context: CommandContext): Command[] {
  return [
    changeCommand<EditOptions>(addDraftOptions(editOptions()), context, edit),
    changeCommand(new Command('enable').description('enable a trigger'), context, enable),
    changeCommand(
      new Command('disable').description('disable a trigger; owners and admins: anyone’s, by id'),
      context,
      disable,
    ),
    changeCommand<DeleteOptions>(deleteOptions(), context, remove),
    changeCommand(
      new Command('rotate').description(
        'rotate the secret of a webhook; the old one is invalid at once',
      ),
      context,
      rotate,
    ),
  ]
}

function changeCommand<Options extends ChangeOptions>(
  command: Command,
  context: CommandContext,
  act: (change: Change<Options>, context: CommandContext) => Promise<ExitCode>,
): Command {
  command
    .argument('<trigger>', 'name or id')
    .option('--json', 'print one JSON object', false)
    .exitOverride()
  return addConnectionOptions(command).action(async (wanted: string, options: Options) => {
    const api = connectTriggers(options, context)
    const trigger = await api.find(wanted)
    context.setExitCode(await act({ api, trigger, options }, context))
  })
}

interface EditOptions extends ChangeOptions, DraftOptions {}

function editOptions(): Command {
  return new Command('edit')
    .description('change one of your triggers; omitted fields stay')
    .option('--name <name>', 'new name')
}

async function edit({ api, trigger, options }: Change<EditOptions>, context: CommandContext) {
  const change = await draftFrom(options, api, { context, before: trigger })
  if (Object.keys(change).length === 0)
    throw new CommandError('Nothing to change: pass at least one option.')
  return printResult(await api.update(trigger, change), options, context)
}

async function enable({ api, trigger, options }: Change<ChangeOptions>, context: CommandContext) {
  return printResult(await api.update(trigger, { enabled: true }), options, context)
}

async function disable({ api, trigger, options }: Change<ChangeOptions>, context: CommandContext) {
  // Other people's triggers have no visible message and can only be stopped.
  if (trigger.message !== null)
    return printResult(await api.update(trigger, { enabled: false }), options, context)
  await api.stop(trigger.id)
  return printResult(await api.find(trigger.id), options, context)
}

function printResult(
  trigger: TriggerBody,
  { json }: ChangeOptions,
  { terminal }: CommandContext,
): ExitCode {
  if (json) terminal.out(sanitizeJson(trigger))
  else printTrigger(terminal, trigger)
  return exitCodes.ok
}

interface DeleteOptions extends ChangeOptions {
  yes: boolean
}

function deleteOptions(): Command {
  return new Command('delete')
    .description('delete a trigger and its firings; its conversations stay')
    .option('--yes', 'do not ask for confirmation', false)
}

async function remove({ api, trigger, options }: Change<DeleteOptions>, context: CommandContext) {
  const { terminal } = context
  const name = `“${sanitizeText(trigger.name)}”`
  const text = `Delete ${name}? It starts no more turns.`
  if (!(await confirmed({ text, isAnswered: options.yes }, context))) {
    terminal.note('Nothing was deleted.')
    return exitCodes.negative
  }
  await api.remove(trigger.id)
  if (options.json) terminal.out(sanitizeJson({ id: trigger.id, deleted: true }))
  else terminal.out(`Deleted ${name}.`)
  return exitCodes.ok
}

async function rotate({ api, trigger, options }: Change<ChangeOptions>, context: CommandContext) {
  const secret = await api.renewSecret(trigger.id)
  if (options.json) context.terminal.out(sanitizeJson({ id: trigger.id, secret }))
  else printSecret(context, secret)
  return exitCodes.ok
}
