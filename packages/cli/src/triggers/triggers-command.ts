import { Command, InvalidArgumentError, Option } from 'commander'
import type { ConnectionOptions } from '../connection/connection.ts'
import { addConnectionOptions } from '../connection/connection-options.ts'
import { exitCodes } from '../exit-codes.ts'
import type { Surroundings } from '../surroundings.ts'
import { plainJson } from '../terminal/plain-text.ts'
import { changeCommands } from './change-commands.ts'
import { createCommand } from './create-command.ts'
import { printFiring, printTrigger, printTriggers } from './trigger-lines.ts'
import { connectTriggers } from './triggers-api.ts'
import { deliverCommand, runCommand } from './start-commands.ts'

const examples = `
Examples:
  $ repertoire signals                                   yours, with their next times
  $ repertoire signals list --everybody --state off      the organisation's, for owners and admins
  $ repertoire signals create Morning --cron "0 7 * * 1-5" --message "What is new?" --dry-run
  $ repertoire signals create Alerts --webhook --message "Look at this." --severity warn
  $ repertoire signals deliver Alerts                    signed; asks for the secret
  $ repertoire signals firings Morning
  $ repertoire signals disable Morning

Exit codes: 0 done, 1 no such signal, no turn started or nothing deleted, 2 could not be asked.`

/** `repertoire signals`. */
export function triggersCommand(around: Surroundings): Command {
  const command = new Command('signals')
    .description('schedules and webhooks that start turns: list, set up, deliver, switch off')
    .addHelpText('after', examples)
  command.addCommand(listCommand(around), { isDefault: true })
  const others = [
    showCommand(around),
    firingsCommand(around),
    createCommand(around),
    ...changeCommands(around),
    runCommand(around),
    deliverCommand(around),
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

function listCommand(around: Surroundings): Command {
  const command = new Command('list')
    .description('list them, with their next time and what came of each last')
    .option('--everybody', 'the organisation’s, for owners and admins', false)
    .option('--owner <id-or-name>', 'those of one person, for owners and admins')
    .addOption(
      new Option('--state <state>', 'only those that are on, or off').choices(['on', 'off']),
    )
    .option('--json', 'one JSON object a signal and line', false)
    .exitOverride()
  return addConnectionOptions(command).action(async (options: ListOptions) => {
    const { terminal } = around
    const { everybody, owner, state, json } = options
    const api = connectTriggers(options, around)
    const enabled = state === undefined ? undefined : state === 'on'
    const triggers = await api.list({ everybody, owner, enabled })
    if (json) for (const trigger of triggers) terminal.out(plainJson(trigger))
    else if (triggers.length === 0) {
      terminal.note('There are none. Set one up with: repertoire signals create --help')
    } else {
      const others = everybody || owner !== undefined
      printTriggers(terminal, triggers, others ? await api.memberNames() : undefined)
    }
    around.finish(exitCodes.ok)
  })
}

interface ShowOptions extends ConnectionOptions {
  json: boolean
}

function showCommand(around: Surroundings): Command {
  const command = new Command('show')
    .description('everything about one, and of a schedule its next times')
    .argument('<signal>', 'its name or id')
    .option('--json', 'one JSON object', false)
    .exitOverride()
  return addConnectionOptions(command).action(async (wanted: string, options: ShowOptions) => {
    const { terminal } = around
    const api = connectTriggers(options, around)
    const trigger = await api.find(wanted)
    const { trigger: start } = trigger
    const times = start.kind === 'cron' && trigger.enabled ? await api.times(start) : undefined
    if (options.json) terminal.out(plainJson({ ...trigger, ...times }))
    else printTrigger(terminal, trigger, times)
    around.finish(exitCodes.ok)
  })
}

interface FiringsOptions extends ShowOptions {
  limit: number
}

function firingsCommand(around: Surroundings): Command {
  const command = new Command('firings')
    .description('what came of one lately, newest first: outcome and trace id')
    .argument('<signal>', 'its name or id')
    .option('--limit <count>', 'at most so many', parseLimit, 20)
    .option('--json', 'one JSON object a firing and line', false)
    .exitOverride()
  return addConnectionOptions(command).action(async (wanted: string, options: FiringsOptions) => {
    const { terminal } = around
    const api = connectTriggers(options, around)
    const { id } = await api.find(wanted)
    const firings = await api.firings(id, options.limit)
    for (const firing of firings) {
      if (options.json) terminal.out(plainJson(firing))
      else printFiring(terminal, firing)
    }
    if (firings.length === 0) terminal.note('It has started no turn within the last thirty days.')
    around.finish(exitCodes.ok)
  })
}

function parseLimit(text: string): number {
  const count = Number(text)
  if (Number.isInteger(count) && count >= 1 && count <= 200) return count
  throw new InvalidArgumentError('It must be a whole number from 1 to 200.')
}
