import { hostname } from 'node:os'
import { type Me, RepertoireClient, RepertoireError } from '@repertoire/client'
import { type Command, Option } from 'commander'
import type { CommandContext } from '../command/command-context.ts'
import { CommandError, type ExitCode, exitCodes } from '../command/exit-codes.ts'
import { readVersion } from '../command/version.ts'
import { openServer, toCommandError } from '../connection/api.ts'
import { findConnection, findServerUrl } from '../connection/connection.ts'
import { fetchThere } from '../connection/fetch-there.ts'
import {
  localServer,
  readSavedServers,
  type SavedServer,
  writeSavedServers,
} from '../connection/saved-servers.ts'
import { type JsonOptions, ServerCommand } from '../connection/server-command.ts'
import { isNewer, newerServer } from '../connection/server-version.ts'
import type { Results } from '../terminal/results.ts'
import { sanitizeText } from '../terminal/sanitize-text.ts'
import { askForKey } from './device-login.ts'

interface LoginOptions extends JsonOptions {
  name?: string
  scopes?: string[]
  browser: boolean
  withKey: boolean
  list: boolean
  use?: string
  link: boolean
}

const examples = `
Examples:
  $ repertoire login --url https://skills.acme.example       opens the page; confirm the code there
  $ repertoire login --name team --url https://… --no-browser   on a machine without a browser
  $ repertoire login --with-key --url https://… < key.txt    keep a key that you have
  $ repertoire login --list                                  the servers by name; * is in use
  $ repertoire login --use team
  $ xdg-open "$(repertoire login --link)"                    sign a browser in, with the key in use

The key is kept in a file that nobody else may read. \`repertoire logout\` revokes it.

Exit codes: 0 logged in, 1 refused on the page, 2 the command failed, 4 the key is wrong or the code
expired, 130 interrupted by Ctrl-C.`

/** `repertoire login`. */
export function loginCommand(context: CommandContext): Command {
  return new ServerCommand('login', context)
    .description('log in to a server, and keep its key by a name')
    .option('--name <name>', 'name of the login; by default the host')
    .option('--scopes <scopes...>', 'what the key may do; by default all that you may')
    .option('--no-browser', 'do not open the page')
    .option('--with-key', 'keep a key from the input instead', false)
    .addOption(new Option('--list', 'list the logins').default(false).conflicts(['use', 'link']))
    .addOption(new Option('--use <name>', 'use this login from now on').conflicts('link'))
    .option('--link', 'print a link that signs a browser in, once', false)
    .json('print JSON')
    .addHelpText('after', examples)
    .run(async (results, options: LoginOptions) => {
      if (options.list) listLogins(results, context)
      else if (options.use !== undefined) useLogin(options.use, context)
      else if (options.link) await printLink(options, context)
      else return logIn(options, results, context)
      return exitCodes.ok
    })
}

async function printLink(options: LoginOptions, context: CommandContext): Promise<void> {
  const { client, send } = openServer(options, context)
  const { path } = await send(client.session.link())
  const { baseUrl } = findConnection(options, context)
  context.terminal.out(new URL(path, baseUrl).href)
  context.terminal.note('It works once, within 30 minutes.')
}

function listLogins({ terminal, print }: Results, { env }: CommandContext): void {
  const { current, servers } = readSavedServers(env)
  for (const { name, url, expiresAt } of servers) {
    const isCurrent = name === current
    print(
      { name, url, expires_at: expiresAt, current: isCurrent },
      `${isCurrent ? '*' : ' '} ${sanitizeText(name)}  ${sanitizeText(url)}`,
    )
  }
  if (servers.length === 0) terminal.note('No logins. The server of this machine needs none.')
}

function useLogin(name: string, { env, terminal }: CommandContext): void {
  const { servers } = readSavedServers(env)
  const isKnown = servers.some((one) => one.name === name)
  if (!isKnown && name !== localServer) {
    throw new CommandError(`There is no login named ${JSON.stringify(name)}.`)
  }
  writeSavedServers(env, { servers, current: isKnown ? name : null })
  terminal.out(`In use: ${sanitizeText(name)}`)
}

async function logIn(
  options: LoginOptions,
  { print }: Results,
  context: CommandContext,
): Promise<ExitCode> {
  const { env } = context
  if (options.key !== undefined) throw keyInArguments
  const url = findServerUrl(options, context)
  const given = options.name ?? (typeof options.server === 'string' ? options.server : undefined)
  const name = given ?? new URL(url).host
  // A broken file, or a name that is taken by the local server, is said before a person confirms anything.
  readSavedServers(env)
  if (name === localServer) throw new CommandError('`local` is the server of this machine.')
  const kept = options.withKey
    ? { key: await readKey(context), keyId: null, expiresAt: null }
    : await grantedKey({ url, options }, context)
  if (typeof kept === 'number') return kept
  const me = await whoIs(url, kept.key)
  const login: SavedServer = { name, url, ...kept }
  const others = readSavedServers(env).servers.filter((one) => one.name !== name)
  writeSavedServers(env, { current: name, servers: [...others, login] })
  const { member, organisation } = me
  const who = `${sanitizeText(member.name)}, ${member.role} of ${sanitizeText(organisation.name)}`
  print(
    { name, url, user: member.name, role: member.role },
    `Logged in to ${sanitizeText(name)} as ${who}.`,
  )
  return exitCodes.ok
}

/** What is on a command line is seen by others, and stays in the history of the shell. */
const keyInArguments = new CommandError(
  'A login takes no --key: other users of this machine can see it.',
  'Give it as input: repertoire login --with-key --url https://… < key.txt',
)

async function readKey({ input }: CommandContext): Promise<string> {
  const text = input.isTerminal
    ? await input.prompt('API key: ', { hidden: true })
    : await input.readAll()
  if (text.trim() !== '') return text.trim()
  throw new CommandError('There is no key in the input.')
}

interface Wanted {
  readonly url: string
  readonly options: LoginOptions
}

/** An exit code after a refusal, or Ctrl-C. */
async function grantedKey(
  { url, options }: Wanted,
  context: CommandContext,
): Promise<Pick<SavedServer, 'key' | 'keyId' | 'expiresAt'> | ExitCode> {
  const { scopes, browser } = options
  const asked = { url, scopes, opensBrowser: browser, device: `repertoire on ${hostname()}` }
  const answer = await askForKey(asked, context)
  if (answer.is === 'granted') return answer
  if (answer.is === 'expired') {
    throw new CommandError('The code expired.', 'Log in again.', exitCodes.loginNeeded)
  }
  if (answer.is === 'denied') context.terminal.note('It was refused on the page.')
  return answer.is === 'denied' ? exitCodes.negative : exitCodes.interrupted
}

/** Also tells a server that is newer, before the login is kept. */
async function whoIs(url: string, key: string): Promise<Me> {
  try {
    const client = new RepertoireClient({ baseUrl: url, apiKey: key, fetch: fetchThere })
    const me = await client.session.me()
    if (isNewer(me.version, readVersion())) throw newerServer(url, me.version)
    return me
  } catch (error) {
    throw error instanceof RepertoireError ? toCommandError(error, url) : error
  }
}
