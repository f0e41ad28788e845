import { Command, InvalidArgumentError, Option } from 'commander'
import type { CommandContext } from '../command/command-context.ts'
import { exitCodes } from '../command/exit-codes.ts'
import type { ConnectionOptions } from '../connection/connection.ts'
import { addConnectionOptions } from '../connection/connection-options.ts'
import { sanitizeJson } from '../terminal/sanitize-text.ts'
import { changeCommands } from './change-commands.ts'
import { createCommand } from './create-command.ts'
import { deliverCommand, runCommand } from './start-commands.ts'
import { printFiring, printTrigger, printTriggers } from './trigger-lines.ts'
import { connectTriggers } from './triggers-api.ts'

const examples = `
Examples:
  $ repertoire triggers                                   your triggers, with their next times
  $ repertoire triggers list --everybody --state off      all of the organisation, for owners and admins
  $ repertoire triggers create Morning --cron "0 7 * * 1-5" --message "What is new?" --dry-run
  $ repertoire triggers create Alerts --webhook --message "Look at this." --severity warn
  $ repertoire triggers deliver Alerts                    signed; prompts for the secret
  $ repertoire triggers firings Morning
  $ repertoire triggers disable Morning

Exit codes: 0 done, 1 no such trigger, no turn started or nothing deleted, 2 the command failed.`

/** `repertoire triggers`. */
export function triggersCommand(context: CommandContext): Command {
  const command = new Command('triggers')
    // The old name, accepted for one release.
    .alias('signals')
    .description('schedules and webhooks that start turns: list, create, deliver, disable')
    .addHelpText('after', examples)
  command.addCommand(listCommand(context), { isDefault: true })
  const others = [
    showCommand(context),
    firingsCommand(context),
    createCommand(context),
    ...changeCommands(context),
    runCommand(context),
    deliverCommand(context),
  ]
  for (const one of others) command.addCommand(one)
  return command
}

interface ListOptions extends ConnectionOptions {
  everybody: boolean
  owner?: string
  state?: 'on' | 'off'
  json: boolean
}

function listCommand(context: CommandContext): Command {
  const command = new Command('list')
    .description('list triggers with their next time and last outcome')
    .option('--everybody', 'all of the organisation, for owners and admins', false)
    .option('--owner <id-or-name>', 'only those of one person, for owners and admins')
    .addOption(
      new Option('--state <state>', 'only enabled or disabled ones').choices(['on', 'off']),
    )
    .option('--json', 'print one JSON object per trigger and line', false)
    .exitOverride()
  return addConnectionOptions(command).action(async (options: ListOptions) => {
    const { terminal } = context
    const { everybody, owner, state, json } = options
    const api = connectTriggers(options, context)
    const enabled = state === undefined ? undefined : state === 'on'
    const triggers = await api.list({ everybody, owner, enabled })
    if (json) for (const trigger of triggers) terminal.out(sanitizeJson(trigger))
    else if (triggers.length === 0) {
      terminal.note('There are no triggers. Create one: repertoire triggers create --help')
    } else {
      const others = everybody || owner !== undefined
      printTriggers(terminal, triggers, others ? await api.memberNames() : undefined)
    }
    context.setExitCode(exitCodes.ok)
  })
}

interface ShowOptions extends ConnectionOptions {
  json: boolean
}

function showCommand(context: CommandContext): Command {
  const command = new Command('show')
    .description('show all fields of a trigger, and the next times of a schedule')
    .argument('<trigger>', 'name or id')
    .option('--json', 'print one JSON object', false)
    .exitOverride()
  return addConnectionOptions(command).action(async (wanted: string, options: ShowOptions) => {
    const { terminal } = context
    const api = connectTriggers(options, context)
    const trigger = await api.find(wanted)
    const { trigger: start } = trigger
    const times = start.kind === 'cron' && trigger.enabled ? await api.times(start) : undefined
    if (options.json) terminal.out(sanitizeJson({ ...trigger, ...times }))
    else printTrigger(terminal, trigger, times)
    context.setExitCode(exitCodes.ok)
  })
}

interface FiringsOptions extends ShowOptions {
  limit: number
}

function firingsCommand(context: CommandContext): Command {
  const command = new Command('firings')
    .description('list recent firings of a trigger with outcome and trace id')
    .argument('<trigger>', 'name or id')
    .option('--limit <count>', 'maximal number of firings', parseLimit, 20)
    .option('--json', 'print one JSON object per firing and line', false)
    .exitOverride()
  return addConnectionOptions(command).action(async (wanted: string, options: FiringsOptions) => {
    const { terminal } = context
    const api = connectTriggers(options, context)
    const { id } = await api.find(wanted)
    const firings = await api.firings(id, options.limit)
    for (const firing of firings) {
      if (options.json) terminal.out(sanitizeJson(firing))
      else printFiring(terminal, firing)
    }
    if (firings.length === 0) terminal.note('It has not fired within the last thirty days.')
    context.setExitCode(exitCodes.ok)
  })
}

function parseLimit(text: string): number {
  const count = Number(text)
  if (Number.isInteger(count) && count >= 1 && count <= 200) return count
  throw new InvalidArgumentError('Use an integer from 1 to 200.')
}
