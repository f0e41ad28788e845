import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { AdvisoriesBody, AdvisoryBody, AdvisoryListBody } from '@repertoire/client'
import { Command } from 'commander'
import type { CommandContext } from '../command/command-context.ts'
import { CommandError, type ExitCode, exitCodes } from '../command/exit-codes.ts'
import { ServerCommand } from '../connection/server-command.ts'
import type { Results } from '../terminal/results.ts'
import { sanitizeText } from '../terminal/sanitize-text.ts'
import type { Terminal } from '../terminal/terminal.ts'

const examples = `
Examples:
  $ repertoire advisories                                        the lists, and what of them is here
  $ repertoire advisories check                                  read them now
  $ repertoire advisories set https://example.com/advisories.json --signer signer.pem --name "Security team"
  $ repertoire advisories allow sha256:… --reason "We patched it; see ticket 4711"
  $ repertoire advisories remove                                 what was taken out of use stays so

A list is JSON. Beside it, under the same path with .sig after it, is its signature (OpenSSF Model Signing of advisories.json).
Exit codes: 0 done, 1 a list could not be taken, 2 the command failed.`

/** `repertoire advisories`. */
export function advisoriesCommand(context: CommandContext): Command {
  return new Command('advisories')
    .description('signed lists of revoked contents: list, check, set, allow, remove')
    .addHelpText('after', examples)
    .addCommand(listCommand(context), { isDefault: true })
    .addCommand(checkCommand(context))
    .addCommand(setCommand(context))
    .addCommand(allowCommand(context))
    .addCommand(removeCommand(context))
}

function listCommand(context: CommandContext): Command {
  return new ServerCommand('list', context)
    .description('list the advisory lists with their last check, and what of them concerns you')
    .json()
    .runOnServer(async (server) => {
      const { client, send } = server
      return printAdvisories(await send(client.advisories.list()), server)
    })
}

function checkCommand(context: CommandContext): Command {
  return new ServerCommand('check', context)
    .description('read the advisory lists now, and apply what is critical')
    .json()
    .runOnServer(async (server) => {
      const { client, send } = server
      return printAdvisories(await send(client.advisories.check()), server)
    })
}

interface SetOptions {
  signer: string
  name: string
  identity?: string
}

function setCommand(context: CommandContext): Command {
  return new ServerCommand('set', context)
    .description('subscribe the organisation to a list, in place of the one before')
    .argument('<url>', 'of the list')
    .requiredOption('--signer <file>', 'public key or certificate in PEM of whoever signs it')
    .requiredOption('--name <name>', 'as you call the signer')
    .option('--identity <name>', 'the name in the signer’s certificate, for that of an authority')
    .json()
    .runOnServer(async ({ client, send, print }, url: string, options: SetOptions) => {
      const { name, identity = null } = options
      const signer = { name, identity, pem: readPem(resolve(context.cwd, options.signer)) }
      const list = await send(client.advisories.set({ url, signer }))
      print(list, lineOfList(list))
      return list.problem ? exitCodes.negative : exitCodes.ok
    })
}

interface AllowOptions {
  reason: string
}

function allowCommand(context: CommandContext): Command {
  return new ServerCommand('allow', context)
    .description('decide that advisories do not count for a content; nothing is enabled by it')
    .argument('<digest>', 'sha256:… as `repertoire advisories` prints it')
    .requiredOption('--reason <text>', 'why')
    .json()
    .runOnServer(async ({ client, send, print }, digest: string, { reason }: AllowOptions) => {
      const exception = await send(client.advisories.except({ digest, reason }))
      print(exception, `${exception.digest} may be enabled again. A later advisory counts again.`)
    })
}

function removeCommand(context: CommandContext): Command {
  return new ServerCommand('remove', context)
    .description('end the subscription; what was taken out of use stays so')
    .json()
    .runOnServer(async ({ client, send, print }) => {
      await send(client.advisories.remove())
      print({ removed: true }, 'The organisation has no advisory list of its own now.')
    })
}

function printAdvisories(body: AdvisoriesBody, { terminal, print }: Results): ExitCode {
  print(body, () => printText(terminal, body))
  const isBroken = body.lists.some(({ problem }) => problem !== null)
  return isBroken ? exitCodes.negative : exitCodes.ok
}

function printText(terminal: Terminal, { lists, items }: AdvisoriesBody): void {
  for (const list of lists) terminal.out(lineOfList(list))
  if (lists.length === 0) terminal.note('There is no advisory list: repertoire advisories set')
  for (const item of items) for (const text of linesOf(item)) terminal.out(text)
  if (lists.length > 0 && items.length === 0) terminal.note('Nothing of them concerns you.')
}

function lineOfList(list: AdvisoryListBody): string {
  const { owner, url, status, serial, advisories, checked_at: at, problem } = list
  const taken = serial === null ? 'nothing taken yet' : `serial ${serial}, ${advisories} advisories`
  const why = problem ? `\n  ${sanitizeText(problem.message)} [${problem.code}]` : ''
  return `${owner}  ${status}  ${sanitizeText(url)}  ${taken}  checked ${at ?? 'never'}${why}`
}

function linesOf({ id, severity, reason, url, contents }: AdvisoryBody): readonly string[] {
  const where = url === null ? '' : `  ${sanitizeText(url)}`
  return [
    `${sanitizeText(id)}  ${severity}  ${sanitizeText(reason)}${where}`,
    ...contents.map(({ digest, skills, revoked, exception, conversations }) => {
      const slugs = skills.map(({ slug }) => sanitizeText(slug)).join(', ') || 'no skill now'
      const state = exception ? 'allowed by an owner' : revoked ? 'out of use' : 'in use'
      const used = conversations.map((one) => ` ${one.id} (${one.last_used_on})`).join('')
      return `  ${digest}  ${slugs}  ${state}${used === '' ? '' : `  used in${used}`}`
    }),
  ]
}

function readPem(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    const message = `${JSON.stringify(sanitizeText(file))} cannot be read.`
    throw new CommandError(message, 'Give the file of the signer’s public key.', exitCodes.unable)
  }
}
