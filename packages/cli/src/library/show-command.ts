import type { SkillBody } from '@repertoire/client'
import type { Command } from 'commander'
import type { CommandContext } from '../command/command-context.ts'
import { ServerCommand } from '../connection/server-command.ts'
import { sanitizeText } from '../terminal/sanitize-text.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { namedSkill } from './named-skill.ts'

/** `repertoire show`. */
export function showCommand(context: CommandContext): Command {
  return new ServerCommand('show', context)
    .description('show a skill: what it is, its files and its text')
    .argument('<skill>', 'its slug or id')
    .json('print it as one JSON object')
    .runOnServer(async (server, slug: string) => {
      const skill = await namedSkill(slug, server)
      await server.printPaged([skill], linesOf(skill, server.terminal))
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
