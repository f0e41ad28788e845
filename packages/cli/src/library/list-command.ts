import type { SkillListItem } from '@repertoire/client'
import { truncate } from '@repertoire/skill-md'
import { type Command, Option } from 'commander'
import type { CommandContext } from '../command/command-context.ts'
import { allItems } from '../connection/all-items.ts'
import { type JsonOptions, ServerCommand } from '../connection/server-command.ts'
import { sanitizeText } from '../terminal/sanitize-text.ts'
import type { Terminal } from '../terminal/terminal.ts'

interface ListOptions extends JsonOptions {
  enabled?: true
  disabled?: true
  archived: boolean
  tag?: string[]
  scope?: 'org' | 'user'
}

const examples = `
Examples:
  $ repertoire list                          every skill, with whether agents may use it
  $ repertoire list --disabled --tag finance
  $ repertoire list --json | jq -r .slug`

/** `repertoire list`. */
export function listCommand(context: CommandContext): Command {
  return new ServerCommand('list', context)
    .description('list the skills')
    .addOption(new Option('--enabled', 'only those that agents may use').conflicts('disabled'))
    .option('--disabled', 'only those that are off')
    .option('--archived', 'the archived ones instead', false)
    .option('--tag <tags...>', 'only those with all of these tags')
    .addOption(new Option('--scope <scope>', 'only this scope').choices(['org', 'user']))
    .json('print one JSON object per skill and line')
    .addHelpText('after', examples)
    .runOnServer(async ({ client, send, terminal, printPaged }, options: ListOptions) => {
      const { scope, tag, archived, json } = options
      const enabled = options.enabled ? true : options.disabled ? false : undefined
      const query = { scope, tags: tag?.join(','), archived, enabled }
      const skills = await send(allItems((page) => client.skills.list({ ...query, ...page })))
      const width = widthOf(skills)
      const lines = skills.map((skill) => lineOf(skill, width, terminal))
      await printPaged(skills.map(fieldsOf), lines)
      if (!json && skills.length === 0) terminal.note('No skills.')
    })
}

function fieldsOf(skill: SkillListItem) {
  const { id, slug, name, description, tags, scope, enabled, digest, revision } = skill
  const { license, updated_at, archived_at, unavailable } = skill
  const fields = { id, slug, name, description, tags, scope, enabled, digest, revision }
  return {
    ...fields,
    license,
    updated_at,
    archived_at,
    ...(unavailable && { unavailable }),
  }
}

function widthOf(skills: readonly SkillListItem[]): number {
  return Math.max(...skills.map(({ slug }) => slug.length))
}

function lineOf(skill: SkillListItem, width: number, terminal: Terminal): string {
  const { slug, enabled, description, unavailable } = skill
  const state = enabled ? terminal.paint('green', 'on ') : terminal.paint('dim', 'off')
  const about = sanitizeText(unavailable?.reason ?? description)
  const room = Math.max(20, terminal.columns - width - 7)
  const name = terminal.paint('bold', sanitizeText(slug).padEnd(width))
  return `${state}  ${name}  ${truncate(about, room)}`
}
