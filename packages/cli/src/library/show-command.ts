import type { SkillBody } from '@repertoire/client'
import { Command } from 'commander'
import type { CommandContext } from '../command/command-context.ts'
import { openServer } from '../connection/api.ts'
import type { ConnectionOptions } from '../connection/connection.ts'
import { addConnectionOptions } from '../connection/connection-options.ts'
import { sanitizeJson, sanitizeText } from '../terminal/sanitize-text.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { namedSkill } from './named-skill.ts'

interface ShowOptions extends ConnectionOptions {
  json: boolean
}

/** `repertoire show`. */
export function showCommand(context: CommandContext): Command {
  const command = new Command('show')
    .description('show a skill: what it is, its files and its text')
    .argument('<skill>', 'its slug or id')
    .option('--json', 'print it as one JSON object', false)
  return addConnectionOptions(command).action(async (slug: string, options: ShowOptions) => {
    const server = openServer(options, context)
    const skill = await namedSkill({ slug, server }, options, context)
    const { terminal } = context
    if (options.json) terminal.out(sanitizeJson(skill))
    else await terminal.page(linesOf(skill, terminal))
  })
}

function linesOf(skill: SkillBody, terminal: Terminal): readonly string[] {
  const { slug, enabled, scope, revision, digest, license, tags, archived_at: archived } = skill
  const state = archived ? 'archived' : enabled ? 'on' : 'off'
  const facts = [
    ['about', skill.description],
    ['when', skill.when_to_use],
    ['tags', tags.join(', ')],
    ['licence', license],
    ['from', skill.source_url ?? ''],
    ['digest', digest],
  ].filter(([, value]) => value !== '')
  return [
    `${terminal.paint('bold', sanitizeText(slug))}  ${state}  ${scope}  revision ${revision}`,
    ...facts.map(([label = '', value = '']) => `${label.padEnd(8)} ${sanitizeText(value)}`),
    ...skill.files.map(({ path, size }) => `file     ${sanitizeText(path)}  ${size} bytes`),
    ...['', ...skill.content.trimEnd().split('\n').map(sanitizeText)],
  ]
}
