import type { SuppressionBody } from '@repertoire/client'
import { Command } from 'commander'
import type { CommandContext } from '../command/command-context.ts'
import { exitCodes } from '../command/exit-codes.ts'
import { openServer } from '../connection/api.ts'
import type { ConnectionOptions } from '../connection/connection.ts'
import { addConnectionOptions } from '../connection/connection-options.ts'
import { sanitizeJson, sanitizeText } from '../terminal/sanitize-text.ts'
import type { Terminal } from '../terminal/terminal.ts'

const examples = `
Examples:
  $ repertoire suppressions                                       findings that do not count, with who and why
  $ repertoire suppressions add arr_… --rule run.pipe-to-shell --reason "Our own installer"
  $ repertoire suppressions add skl_… --rule run.pipe-to-shell --reason "It shows the attack"
  $ repertoire suppressions remove sup_…                          it counts again

A suppression holds for one skill, for a rule at the text that stands there. Needs an owner or admin; an owner for what the scan blocks.
Exit codes: 0 done, 2 the command failed.`

interface JsonOptions extends ConnectionOptions {
  json: boolean
}

/** `repertoire suppressions`. */
export function suppressionsCommand(context: CommandContext): Command {
  const command = new Command('suppressions')
    .description('findings of the scan that do not count for a skill: list, add, remove')
    .addHelpText('after', examples)
  command.addCommand(listCommand(context), { isDefault: true })
  command.addCommand(addCommand(context))
  command.addCommand(removeCommand(context))
  return command
}

function listCommand(context: CommandContext): Command {
  const command = new Command('list')
    .description('list suppressions, newest first')
    .option('--skill <id>', 'only those of this skill')
    .option('--json', 'print one JSON object per suppression and line', false)
    .exitOverride()
  return addConnectionOptions(command).action(async (options: JsonOptions & { skill?: string }) => {
    const { client, send } = openServer(options, context)
    const { items } = await send(client.reviews.suppressions({ skill_id: options.skill }))
    printAll(context.terminal, items, options)
    if (items.length === 0) context.terminal.note('Nothing is suppressed.')
    context.setExitCode(exitCodes.ok)
  })
}

interface AddOptions extends JsonOptions {
  rule: string
  match?: string
  reason: string
}

function addCommand(context: CommandContext): Command {
  const command = new Command('add')
    .description('suppress the findings of a rule in a skill, or in an arrival')
    .argument('<id>', 'id of the skill (skl_…) or of the arrival (arr_…)')
    .requiredOption('--rule <rule>', 'as the finding has it, for example run.pipe-to-shell')
    .requiredOption('--reason <text>', 'why it is wrong, or taken')
    .option('--match <match>', 'of the one finding that is meant; by default all of the rule')
    .option('--json', 'print one JSON object per suppression and line', false)
    .exitOverride()
  return addConnectionOptions(command).action(async (id: string, options: AddOptions) => {
    const { client, send } = openServer(options, context)
    const { rule, match, reason } = options
    const target = id.startsWith('arr_') ? { arrival_id: id } : { skill_id: id }
    const { items } = await send(client.reviews.suppress({ ...target, rule, match, reason }))
    printAll(context.terminal, items, options)
    context.setExitCode(exitCodes.ok)
  })
}

function removeCommand(context: CommandContext): Command {
  const command = new Command('remove')
    .description('take a suppression back: its finding counts again')
    .argument('<id>', 'id of the suppression')
    .exitOverride()
  return addConnectionOptions(command).action(async (id: string, options: ConnectionOptions) => {
    const { client, send } = openServer(options, context)
    await send(client.reviews.removeSuppression(id))
    context.terminal.note('Removed: the finding counts again.')
    context.setExitCode(exitCodes.ok)
  })
}

function printAll(
  terminal: Terminal,
  items: readonly SuppressionBody[],
  { json }: Pick<JsonOptions, 'json'>,
): void {
  for (const one of items) {
    if (json) {
      terminal.out(sanitizeJson(one))
      continue
    }
    const { id, slug, rule, path, reason, at, by_name: name } = one
    const who = sanitizeText(name ?? 'a former member')
    terminal.out(
      `${id}  ${terminal.paint('bold', sanitizeText(slug))}  ${rule}  ${sanitizeText(path)}`,
    )
    terminal.out(`  ${who}, ${at}: ${sanitizeText(reason)}`)
  }
}
