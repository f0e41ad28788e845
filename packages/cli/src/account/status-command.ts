import { Command } from 'commander'
import type { CommandContext } from '../command/command-context.ts'
import { readVersion } from '../command/version.ts'
import { openServer } from '../connection/api.ts'
import type { ConnectionOptions } from '../connection/connection.ts'
import { addConnectionOptions } from '../connection/connection-options.ts'
import { isNewer, newerServer } from '../connection/server-version.ts'
import { sanitizeJson, sanitizeText } from '../terminal/sanitize-text.ts'

interface StatusOptions extends ConnectionOptions {
  json: boolean
}

/** `repertoire status`. */
export function statusCommand(context: CommandContext): Command {
  const command = new Command('status')
    .description('say which server is used, whether it answers, and what waits')
    .option('--json', 'print one JSON object', false)
  return addConnectionOptions(command).action(async (options: StatusOptions) => {
    const { client, send, place } = openServer(options, context)
    const me = await send(client.session.me())
    if (isNewer(me.version, readVersion())) throw newerServer(place.baseUrl, me.version)
    const [ready, waiting, shown] = await Promise.all([
      send(client.system.readiness()),
      send(client.approvals.list({ status: 'pending', limit: 100 })),
      send(client.skills.list({ archived: false, limit: 1 })),
    ])
    const status = {
      ...{ server: place.baseUrl, login: place.name, version: me.version },
      ...{ command_version: readVersion(), organisation: me.organisation.name },
      ...{ user: me.member.name, role: me.member.role, model: me.model, checks: ready.checks },
      ...{ waiting_approvals: waiting.items.length, has_skills: shown.items.length > 0 },
    }
    const { terminal } = context
    if (options.json) return terminal.out(sanitizeJson(status))
    const login = place.name === null ? '' : ` (login ${sanitizeText(place.name)})`
    terminal.out(`server        ${sanitizeText(place.baseUrl)}${login}, version ${me.version}`)
    terminal.out(`organisation  ${sanitizeText(me.organisation.name)}`)
    terminal.out(`you           ${sanitizeText(me.member.name)}, ${me.member.role}`)
    const demo = me.model.demo ? ' (demo: set a real one to get real answers)' : ''
    terminal.out(`model         ${sanitizeText(me.model.label)}${demo}`)
    for (const [name, state] of Object.entries(ready.checks)) {
      terminal.out(`${sanitizeText(name).padEnd(12)}  ${state}`)
    }
    const more = waiting.next_cursor === null ? '' : ' or more'
    terminal.out(`approvals     ${waiting.items.length}${more} waiting`)
    if (!status.has_skills) terminal.note('No skills yet: `repertoire import ./my-skills`.')
  })
}
