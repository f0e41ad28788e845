import { Command, InvalidArgumentError, Option } from 'commander'
import type { CommandContext } from '../command/command-context.ts'
import { type JsonOptions, ServerCommand } from '../connection/server-command.ts'
import { sanitizeJson } from '../terminal/sanitize-text.ts'
import {
  deleteCommand,
  disableCommand,
  editCommand,
  enableCommand,
  replaceSecretCommand,
} from './change-commands.ts'
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
  return (
    new Command('triggers')
      // The old name, accepted for one release.
      .alias('signals')
      .description('schedules and webhooks that start turns: list, create, deliver, disable')
      .addHelpText('after', examples)
      .addCommand(listCommand(context), { isDefault: true })
      .addCommand(showCommand(context))
      .addCommand(firingsCommand(context))
      .addCommand(createCommand(context))
      .addCommand(editCommand(context))
      .addCommand(enableCommand(context))
      .addCommand(disableCommand(context))
      .addCommand(deleteCommand(context))
      .addCommand(replaceSecretCommand(context))
      .addCommand(runCommand(context))
      .addCommand(deliverCommand(context))
  )
}

interface ListOptions extends JsonOptions {
  everybody: boolean
  owner?: string
  state?: 'on' | 'off'
}

function listCommand(context: CommandContext): Command {
  return new ServerCommand('list', context)
    .description('list triggers with their next time and last outcome')
    .option('--everybody', 'all of the organisation, for owners and admins', false)
    .option('--owner <id-or-name>', 'only those of one person, for owners and admins')
    .addOption(
      new Option('--state <state>', 'only enabled or disabled ones').choices(['on', 'off']),
    )
    .json('print one JSON object per trigger and line')
    .runOnServer(async (server, options: ListOptions) => {
      const { terminal } = server
      const { everybody, owner, state, json } = options
      const api = connectTriggers(server)
      const enabled = state === undefined ? undefined : state === 'on'
      const triggers = await api.list({ everybody, owner, enabled })
      if (json) for (const trigger of triggers) terminal.out(sanitizeJson(trigger))
      else if (triggers.length === 0) {
        terminal.note('There are no triggers. Create one: repertoire triggers create --help')
      } else {
        const others = everybody || owner !== undefined
        printTriggers(terminal, triggers, others ? await api.memberNames() : undefined)
      }
    })
}

function showCommand(context: CommandContext): Command {
  return new ServerCommand('show', context)
    .description('show all fields of a trigger, and the next times of a schedule')
    .argument('<trigger>', 'name or id')
    .json()
    .runOnServer(async (server, wanted: string) => {
      const { terminal, print } = server
      const api = connectTriggers(server)
      const trigger = await api.find(wanted)
      const { trigger: start } = trigger
      const times = start.kind === 'cron' && trigger.enabled ? await api.times(start) : undefined
      print({ ...trigger, ...times }, () => printTrigger(terminal, trigger, times))
    })
}

interface FiringsOptions {
  limit: number
}

function firingsCommand(context: CommandContext): Command {
  return new ServerCommand('firings', context)
    .description('list recent firings of a trigger with outcome and trace id')
    .argument('<trigger>', 'name or id')
    .option('--limit <count>', 'maximal number of firings', parseLimit, 20)
    .json('print one JSON object per firing and line')
    .runOnServer(async (server, wanted: string, options: FiringsOptions) => {
      const { terminal, print } = server
      const api = connectTriggers(server)
      const { id, trigger } = await api.find(wanted)
      const firings = await api.firings(id, options.limit)
      for (const firing of firings) print(firing, () => printFiring(terminal, firing))
      if (firings.length === 0) {
        terminal.note('It has not fired within the last thirty days.')
        if (trigger.kind === 'webhook')
          terminal.note('Deliveries that were refused are in the audit log: signal-refused.')
      }
    })
}

function parseLimit(text: string): number {
  const count = Number(text)
  if (Number.isInteger(count) && count >= 1 && count <= 200) return count
  throw new InvalidArgumentError('Use an integer from 1 to 200.')
}
