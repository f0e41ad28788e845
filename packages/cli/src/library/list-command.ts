import type { SkillListItem } from '@repertoire/client'
import { truncate } from '@repertoire/skill-md'
import { Command, Option } from 'commander'
import type { CommandContext } from '../command/command-context.ts'
import { allItems } from '../connection/all-items.ts'
import { openServer } from '../connection/api.ts'
import type { ConnectionOptions } from '../connection/connection.ts'
import { addConnectionOptions } from '../connection/connection-options.ts'
import { sanitizeJson, sanitizeText } from '../terminal/sanitize-text.ts'
import type { Terminal } from '../terminal/terminal.ts'

interface ListOptions extends ConnectionOptions {
  enabled?: true
  disabled?: true
  archived: boolean
  tag?: string[]
  scope?: 'org' | 'user'
  json: boolean
}

const examples = `
Examples:
  $ repertoire list                          every skill, with whether agents may use it
  $ repertoire list --disabled --tag finance
  $ repertoire list --json | jq -r .slug`

/** `repertoire list`. */
export function listCommand(context: CommandContext): Command {
  const command = new Command('list')
    .description('list the skills')
    .addOption(new Option('--enabled', 'only those that agents may use').conflicts('disabled'))
    .option('--disabled', 'only those that are off')
    .option('--archived', 'the archived ones instead', false)
    .option('--tag <tags...>', 'only those with all of these tags')
    .addOption(new Option('--scope <scope>', 'only this scope').choices(['org', 'user']))
    .option('--json', 'print one JSON object per skill and line', false)
    .addHelpText('after', examples)
  return addConnectionOptions(command).action(async (options: ListOptions) => {
    const skills = await listSkills(options, context)
    const { terminal } = context
    if (options.json) {
      for (const skill of skills) terminal.out(jsonOf(skill))
      return
    }
    await terminal.page(skills.map((skill) => lineOf(skill, widthOf(skills), terminal)))
    if (skills.length === 0) terminal.note('No skills.')
  })
}

async function listSkills(
  options: ListOptions,
  context: CommandContext,
): Promise<readonly SkillListItem[]> {
  const { client, send } = openServer(options, context)
  const { scope, tag, archived } = options
  const enabled = options.enabled ? true : options.disabled ? false : undefined
  const query = { scope, tags: tag?.join(','), archived, enabled }
  return send(allItems((page) => client.skills.list({ ...query, ...page })))
}

function jsonOf(skill: SkillListItem): string {
  const { id, slug, name, description, tags, scope, enabled, digest, revision } = skill
  const { license, updated_at, archived_at, unavailable } = skill
  const fields = { id, slug, name, description, tags, scope, enabled, digest, revision }
  return sanitizeJson({
    ...fields,
    license,
    updated_at,
    archived_at,
    ...(unavailable && { unavailable }),
  })
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
