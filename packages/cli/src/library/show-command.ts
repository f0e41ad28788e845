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
      // Of a skill that is off, the reason matters: nobody can switch on what was revoked.
      const trust = skill.enabled
        ? null
        : await server.send(server.client.reviews.trustOf(skill.id))
      const shown = { skill, revoked: trust?.revocation?.reason ?? null }
      await server.printPaged([skill], linesOf(shown, server.terminal))
    })
}

interface ShownSkill {
  readonly skill: SkillBody
  /** Why its content was revoked; null when it was not. */
  readonly revoked: string | null
}

function linesOf({ skill, revoked }: ShownSkill, terminal: Terminal): readonly string[] {
  const { slug, enabled, scope, revision, digest, license, tags, archived_at: archived } = skill
  const state = archived ? 'archived' : enabled ? 'on' : 'off'
  const facts = [
    ['revoked', revoked ?? ''],
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
