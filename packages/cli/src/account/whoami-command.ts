import type { Command } from 'commander'
import type { CommandContext } from '../command/command-context.ts'
import { readVersion } from '../command/version.ts'
import { ServerCommand } from '../connection/server-command.ts'
import { isNewer, newerServer } from '../connection/server-version.ts'
import { sanitizeText } from '../terminal/sanitize-text.ts'

/** `repertoire whoami`. */
export function whoamiCommand(context: CommandContext): Command {
  return new ServerCommand('whoami', context)
    .description('say who the server takes you for, and what you may do')
    .json()
    .runOnServer(async ({ client, send, place, print }) => {
      const me = await send(client.session.me())
      if (isNewer(me.version, readVersion())) throw newerServer(place.baseUrl, me.version)
      const { member, organisation, permissions } = me
      const { id, name, role } = member
      const server = { server: place.baseUrl, login: place.name }
      const who = `${sanitizeText(name)}, ${role} of ${sanitizeText(organisation.name)}`
      print({ ...server, organisation, id, name, role, permissions }, [
        `${who} at ${sanitizeText(place.baseUrl)}`,
        `may: ${permissions.join(', ')}`,
      ])
    })
}
