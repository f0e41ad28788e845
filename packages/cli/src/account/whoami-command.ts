import { Command } from 'commander'
import type { CommandContext } from '../command/command-context.ts'
import { readVersion } from '../command/version.ts'
import { openServer } from '../connection/api.ts'
import type { ConnectionOptions } from '../connection/connection.ts'
import { addConnectionOptions } from '../connection/connection-options.ts'
import { isNewer, newerServer } from '../connection/server-version.ts'
import { sanitizeJson, sanitizeText } from '../terminal/sanitize-text.ts'

interface WhoamiOptions extends ConnectionOptions {
  json: boolean
}

/** `repertoire whoami`. */
export function whoamiCommand(context: CommandContext): Command {
  const command = new Command('whoami')
    .description('say who the server takes you for, and what you may do')
    .option('--json', 'print one JSON object', false)
  return addConnectionOptions(command).action(async (options: WhoamiOptions) => {
    const { client, send, place } = openServer(options, context)
    const me = await send(client.session.me())
    if (isNewer(me.version, readVersion())) throw newerServer(place.baseUrl, me.version)
    const { member, organisation, permissions } = me
    const { terminal } = context
    if (options.json) {
      const { id, name, role } = member
      const server = { server: place.baseUrl, login: place.name }
      return terminal.out(sanitizeJson({ ...server, organisation, id, name, role, permissions }))
    }
    const who = `${sanitizeText(member.name)}, ${member.role} of ${sanitizeText(organisation.name)}`
    terminal.out(`${who} at ${sanitizeText(place.baseUrl)}`)
    terminal.out(`may: ${permissions.join(', ')}`)
  })
}
