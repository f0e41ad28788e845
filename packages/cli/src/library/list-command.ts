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
      const width = widthOf(skills, terminal)
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

/** Of the widest slug; a terminal keeps half of its width for what skills are for. */
function widthOf(skills: readonly SkillListItem[], { lineWidth }: Terminal): number {
  const widest = Math.max(...skills.map(({ slug }) => slug.length))
  return Math.min(widest, Math.max(8, Math.floor((lineWidth - 7) / 2)))
}

function lineOf(skill: SkillListItem, width: number, terminal: Terminal): string {
  const { slug, enabled, description, unavailable } = skill
  const state = enabled ? terminal.paint('green', 'on ') : terminal.paint('dim', 'off')
  const about = sanitizeText(unavailable?.reason ?? description)
  const name = terminal.paint('bold', truncate(sanitizeText(slug), width).padEnd(width))
  const room = terminal.lineWidth - width - 7
  return room < 1 ? `${state}  ${name}` : `${state}  ${name}  ${truncate(about, room)}`
}
