import type { Command } from 'commander'
import type { CommandContext } from '../command/command-context.ts'
import { readVersion } from '../command/version.ts'
import { type JsonOptions, ServerCommand } from '../connection/server-command.ts'
import { isNewer, newerServer } from '../connection/server-version.ts'
import { sanitizeText } from '../terminal/sanitize-text.ts'

/** `repertoire status`. */
export function statusCommand(context: CommandContext): Command {
  return new ServerCommand('status', context)
    .description('say which server is used, whether it answers, and what waits')
    .json()
    .runOnServer(async ({ client, send, place, terminal, print }, { json }: JsonOptions) => {
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
      const login = place.name === null ? '' : ` (login ${sanitizeText(place.name)})`
      const demo = me.model.demo ? ' (demo: set a real one to get real answers)' : ''
      const more = waiting.next_cursor === null ? '' : ' or more'
      print(status, [
        `server        ${sanitizeText(place.baseUrl)}${login}, version ${me.version}`,
        `organisation  ${sanitizeText(me.organisation.name)}`,
        `you           ${sanitizeText(me.member.name)}, ${me.member.role}`,
        `model         ${sanitizeText(me.model.label)}${demo}`,
        ...Object.entries(ready.checks).map(
          ([name, state]) => `${sanitizeText(name).padEnd(12)}  ${state}`,
        ),
        `approvals     ${waiting.items.length}${more} waiting`,
      ])
      if (!json && !status.has_skills) {
        terminal.note('No skills yet: `repertoire import ./my-skills`.')
      }
    })
}
