import type { TriggerBody } from '@repertoire/client'
import { Command } from 'commander'
import type { ConnectionOptions } from '../connection/connection.ts'
import { addConnectionOptions } from '../connection/connection-options.ts'
import { CommandError, type ExitCode, exitCodes } from '../exit-codes.ts'
import type { Surroundings } from '../surroundings.ts'
import { plainJson, plainText } from '../terminal/plain-text.ts'
import { printSecret } from './create-command.ts'
import { addDraftOptions, type DraftOptions, draftFrom } from './draft-options.ts'
import { printTrigger } from './trigger-lines.ts'
import { connectTriggers, type TriggersApi } from './triggers-api.ts'

interface ChangeOptions extends ConnectionOptions {
  json: boolean
}

interface Change<Options> {
  readonly api: TriggersApi
  readonly signal: TriggerBody
  readonly options: Options
}

/** The commands that change a signal there is. */
export function changeCommands(around: Surroundings): Command[] {
  return [
    changeCommand<EditOptions>(addDraftOptions(editing()), around, edit),
    changeCommand(new Command('enable').description('switch one on'), around, switchOn),
    changeCommand(
      new Command('disable').description('switch one off; owners and admins: anybody’s, by id'),
      around,
      switchOff,
    ),
    changeCommand<DeleteOptions>(deleting(), around, remove),
    changeCommand(
      new Command('rotate').description('give a webhook another secret; the old one ends at once'),
      around,
      rotate,
    ),
  ]
}

function changeCommand<Options extends ChangeOptions>(
  command: Command,
  around: Surroundings,
  act: (change: Change<Options>, around: Surroundings) => Promise<ExitCode>,
): Command {
  command
    .argument('<signal>', 'its name or id')
    .option('--json', 'one JSON object', false)
    .exitOverride()
  return addConnectionOptions(command).action(async (wanted: string, options: Options) => {
    const api = connectTriggers(options, around)
    const trigger = await api.find(wanted)
    around.finish(await act({ api, signal: trigger, options }, around))
  })
}

interface EditOptions extends ChangeOptions, DraftOptions {}

function editing(): Command {
  return new Command('edit')
    .description('change one of yours; what is not said stays')
    .option('--name <name>', 'what it is called')
}

async function edit({ api, signal: trigger, options }: Change<EditOptions>, around: Surroundings) {
  const change = await draftFrom(options, api, { around, before: trigger })
  if (Object.keys(change).length === 0) throw new CommandError('Say what is to change.')
  return told(await api.update(trigger, change), options, around)
}

async function switchOn({ api, signal: trigger, options }: Change<ChangeOptions>, around: Surroundings) {
  return told(await api.update(trigger, { enabled: true }), options, around)
}

async function switchOff({ api, signal: trigger, options }: Change<ChangeOptions>, around: Surroundings) {
  // Of somebody else's the message is not told, and all there is to be done is to stop it.
  if (trigger.message !== null)
    return told(await api.update(trigger, { enabled: false }), options, around)
  await api.stop(trigger.id)
  return told(await api.find(trigger.id), options, around)
}

function told(trigger: TriggerBody, { json }: ChangeOptions, { terminal }: Surroundings): ExitCode {
  if (json) terminal.out(plainJson(trigger))
  else printTrigger(terminal, trigger)
  return exitCodes.ok
}

interface DeleteOptions extends ChangeOptions {
  yes: boolean
}

function deleting(): Command {
  return new Command('delete')
    .description('remove one, with its firings; its conversations stay')
    .option('--yes', 'do not ask', false)
}

async function remove({ api, signal: trigger, options }: Change<DeleteOptions>, around: Surroundings) {
  const { terminal, input } = around
  const name = `“${plainText(trigger.name)}”`
  if (!options.yes) {
    if (!input.isTerminal) {
      throw new CommandError(`Nobody can be asked whether to delete ${name}.`, 'Say it with --yes.')
    }
    const answer = await input.ask(`Delete ${name}? It starts no more turns. [y/N] `)
    if (!/^y(es)?$/i.test(answer.trim())) {
      terminal.note('Nothing was deleted.')
      return exitCodes.negative
    }
  }
  await api.remove(trigger.id)
  if (options.json) terminal.out(plainJson({ id: trigger.id, deleted: true }))
  else terminal.out(`Deleted ${name}.`)
  return exitCodes.ok
}

async function rotate({ api, signal: trigger, options }: Change<ChangeOptions>, around: Surroundings) {
  const secret = await api.renewSecret(trigger.id)
  if (options.json) around.terminal.out(plainJson({ id: trigger.id, secret }))
  else printSecret(around, secret)
  return exitCodes.ok
}
