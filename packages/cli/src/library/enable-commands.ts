import type { SkillBody } from '@repertoire/client'
import { Command } from 'commander'
import type { CommandContext } from '../command/command-context.ts'
import { openServer } from '../connection/api.ts'
import type { ConnectionOptions } from '../connection/connection.ts'
import { addConnectionOptions } from '../connection/connection-options.ts'
import { sanitizeJson, sanitizeText } from '../terminal/sanitize-text.ts'
import { namedSkill } from './named-skill.ts'

interface SwitchOptions extends ConnectionOptions {
  json: boolean
}

/** `repertoire enable`. */
export function enableCommand(context: CommandContext): Command {
  const command = new Command('enable').description('let agents use skills')
  return switchCommand(command, context, true)
}

/** `repertoire disable`. */
export function disableCommand(context: CommandContext): Command {
  const command = new Command('disable').description('keep skills, but let no agent use them')
  return switchCommand(command, context, false)
}

function switchCommand(command: Command, context: CommandContext, enabled: boolean): Command {
  command
    .argument('<skills...>', 'their slugs or ids')
    .option('--json', 'print one JSON object per skill and line', false)
  return addConnectionOptions(command).action(async (slugs: string[], options: SwitchOptions) => {
    const server = openServer(options, context)
    // All of them first: a mistyped name changes nothing.
    const skills: SkillBody[] = []
    for (const slug of slugs) skills.push(await namedSkill({ slug, server }, options, context))
    for (const { id, slug, enabled: was, etag } of skills) {
      const changed = was !== enabled
      if (changed) await server.send(server.client.skills.update(id, { enabled }, etag))
      if (options.json) context.terminal.out(sanitizeJson({ id, slug, enabled, changed }))
      else
        context.terminal.out(
          `${sanitizeText(slug)} is ${changed ? '' : 'already '}${enabled ? 'on' : 'off'}`,
        )
    }
  })
}
