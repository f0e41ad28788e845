import type { SuppressionBody } from '@repertoire/client'
import { Command } from 'commander'
import type { CommandContext } from '../command/command-context.ts'
import { ServerCommand } from '../connection/server-command.ts'
import { sanitizeText } from '../terminal/sanitize-text.ts'
import type { Terminal } from '../terminal/terminal.ts'

const examples = `
Examples:
  $ repertoire suppressions                                       findings that do not count, with who and why
  $ repertoire suppressions add arr_… --rule run.pipe-to-shell --reason "Our own installer"
  $ repertoire suppressions add skl_… --rule run.pipe-to-shell --reason "It shows the attack"
  $ repertoire suppressions remove sup_…                          it counts again

A suppression holds for one skill, for a rule at the text that stands there. Needs an owner or admin; an owner for what the scan blocks.
Exit codes: 0 done, 2 the command failed.`

/** `repertoire suppressions`. */
export function suppressionsCommand(context: CommandContext): Command {
  return new Command('suppressions')
    .description('findings of the scan that do not count for a skill: list, add, remove')
    .addHelpText('after', examples)
    .addCommand(listCommand(context), { isDefault: true })
    .addCommand(addCommand(context))
    .addCommand(removeCommand(context))
}

interface ListOptions {
  skill?: string
}

function listCommand(context: CommandContext): Command {
  return new ServerCommand('list', context)
    .description('list suppressions, newest first')
    .option('--skill <id>', 'only those of this skill')
    .json('print one JSON object per suppression and line')
    .runOnServer(async ({ client, send, terminal, print }, { skill }: ListOptions) => {
      const { items } = await send(client.reviews.suppressions({ skill_id: skill }))
      for (const one of items) print(one, linesOf(one, terminal))
      if (items.length === 0) terminal.note('Nothing is suppressed.')
    })
}

interface AddOptions {
  rule: string
  match?: string
  reason: string
}

function addCommand(context: CommandContext): Command {
  return new ServerCommand('add', context)
    .description('suppress the findings of a rule in a skill, or in an import')
    .argument('<id>', 'id of the skill (skl_…) or of the import (arr_…)')
    .requiredOption('--rule <rule>', 'as the finding has it, for example run.pipe-to-shell')
    .requiredOption('--reason <text>', 'why it is wrong, or taken')
    .option('--match <match>', 'of the one finding that is meant; by default all of the rule')
    .json('print one JSON object per suppression and line')
    .runOnServer(async ({ client, send, terminal, print }, id: string, options: AddOptions) => {
      const { rule, match, reason } = options
      const target = id.startsWith('arr_') ? { arrival_id: id } : { skill_id: id }
      const { items } = await send(client.reviews.suppress({ ...target, rule, match, reason }))
      for (const one of items) print(one, linesOf(one, terminal))
    })
}

function removeCommand(context: CommandContext): Command {
  return new ServerCommand('remove', context)
    .description('take a suppression back: its finding counts again')
    .argument('<id>', 'id of the suppression')
    .json()
    .runOnServer(async ({ client, send, terminal, print }, id: string) => {
      await send(client.reviews.removeSuppression(id))
      print({ id, removed: true }, () => terminal.note('Removed: the finding counts again.'))
    })
}

function linesOf(
  { id, slug, rule, path, reason, at, by_name: name }: SuppressionBody,
  { paint }: Pick<Terminal, 'paint'>,
): readonly string[] {
  const who = sanitizeText(name ?? 'a former member')
  return [
    `${id}  ${paint('bold', sanitizeText(slug))}  ${rule}  ${sanitizeText(path)}`,
    `  ${who}, ${at}: ${sanitizeText(reason)}`,
  ]
}
