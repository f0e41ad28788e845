import type { SkillBody } from '@repertoire/client'
import type { Command } from 'commander'
import type { CommandContext } from '../command/command-context.ts'
import { ServerCommand } from '../connection/server-command.ts'
import { sanitizeText } from '../terminal/sanitize-text.ts'
import { namedSkill } from './named-skill.ts'

/** `repertoire enable`. */
export function enableCommand(context: CommandContext): Command {
  const command = new ServerCommand('enable', context).description('let agents use skills')
  return switchCommand(command, { enabled: true })
}

/** `repertoire disable`. */
export function disableCommand(context: CommandContext): Command {
  const command = new ServerCommand('disable', context).description(
    'keep skills, but let no agent use them',
  )
  return switchCommand(command, { enabled: false })
}

function switchCommand(
  command: ServerCommand,
  { enabled }: { readonly enabled: boolean },
): Command {
  return command
    .argument('<skills...>', 'their slugs or ids')
    .json('print one JSON object per skill and line')
    .runOnServer(async (server, slugs: string[]) => {
      const { client, send, print } = server
      // All of them first: a mistyped name changes nothing.
      const skills: SkillBody[] = []
      for (const slug of slugs) skills.push(await namedSkill(slug, server))
      for (const { id, slug, enabled: was, etag } of skills) {
        const changed = was !== enabled
        if (changed) await send(client.skills.update(id, { enabled }, etag))
        print(
          { id, slug, enabled, changed },
          `${sanitizeText(slug)} is ${changed ? '' : 'already '}${enabled ? 'on' : 'off'}`,
        )
      }
    })
}
