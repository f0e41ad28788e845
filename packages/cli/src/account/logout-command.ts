import { RepertoireClient, RepertoireError } from '@repertoire/client'
import { Command } from 'commander'
import type { CommandContext } from '../command/command-context.ts'
import { CommandError, exitCodes } from '../command/exit-codes.ts'
import { fetchThere } from '../connection/fetch-there.ts'
import {
  readSavedServers,
  type SavedServer,
  writeSavedServers,
} from '../connection/saved-servers.ts'
import { sanitizeJson, sanitizeText } from '../terminal/sanitize-text.ts'

interface LogoutOptions {
  server?: string
  json: boolean
}

const examples = `
Forgets the key here, and revokes it at the server if it was made by \`repertoire login\`.

Exit codes: 0 logged out, 1 forgotten here but not revoked at the server, 2 there is no such login.`

/** `repertoire logout`. */
export function logoutCommand(context: CommandContext): Command {
  return new Command('logout')
    .description('forget a login, and revoke its key')
    .option('--server <name>', 'the login; by default the one in use')
    .option('--json', 'print one JSON object', false)
    .addHelpText('after', examples)
    .action(async ({ server, json }: LogoutOptions) => {
      const { env, terminal } = context
      const saved = readSavedServers(env)
      const name = server ?? (env.REPERTOIRE_SERVER || saved.current)
      const login = saved.servers.find((one) => one.name === name)
      if (!login) throw new CommandError('You are not logged in.', 'See `repertoire login --list`.')
      const failure = await revoke(login)
      const servers = saved.servers.filter((one) => one !== login)
      const current = saved.current === login.name ? (servers[0]?.name ?? null) : saved.current
      writeSavedServers(env, { current, servers })
      if (json)
        terminal.out(sanitizeJson({ login: login.name, revoked: failure === null, current }))
      else terminal.out(`Logged out of ${sanitizeText(login.name)}.`)
      if (current !== null) terminal.note(`In use now: ${sanitizeText(current)}.`)
      if (failure === null) return
      terminal.note(`The key is not revoked at ${login.url}: ${sanitizeText(failure)}`)
      context.setExitCode(exitCodes.negative)
    })
}

/** Null when the key is gone at the server; otherwise why it may not be. */
async function revoke({ url, key, keyId }: SavedServer): Promise<string | null> {
  if (keyId === null) return 'it was not made by `repertoire login`.'
  try {
    await new RepertoireClient({ baseUrl: url, apiKey: key, fetch: fetchThere }).keys.remove(keyId)
    return null
  } catch (error) {
    if (!(error instanceof RepertoireError)) throw error
    // It does not open anything any more.
    return error.status === 401 ? null : error.message
  }
}
