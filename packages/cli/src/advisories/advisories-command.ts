import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { AdvisoriesBody, AdvisoryBody, AdvisoryListBody } from '@repertoire/client'
import { Command } from 'commander'
import type { CommandContext } from '../command/command-context.ts'
import { CommandError, exitCodes } from '../command/exit-codes.ts'
import { openServer } from '../connection/api.ts'
import type { ConnectionOptions } from '../connection/connection.ts'
import { addConnectionOptions } from '../connection/connection-options.ts'
import { sanitizeJson, sanitizeText } from '../terminal/sanitize-text.ts'
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

interface JsonOptions extends ConnectionOptions {
  json: boolean
}

/** `repertoire advisories`. */
export function advisoriesCommand(context: CommandContext): Command {
  const command = new Command('advisories')
    .description('signed lists of revoked contents: list, check, set, allow, remove')
    .addHelpText('after', examples)
  command.addCommand(listCommand(context), { isDefault: true })
  command.addCommand(checkCommand(context))
  command.addCommand(setCommand(context))
  command.addCommand(allowCommand(context))
  command.addCommand(removeCommand(context))
  return command
}

function listCommand(context: CommandContext): Command {
  const command = new Command('list')
    .description('list the advisory lists with their last check, and what of them concerns you')
    .option('--json', 'print one JSON object', false)
    .exitOverride()
  return addConnectionOptions(command).action(async (options: JsonOptions) => {
    const { client, send } = openServer(options, context)
    print(context, await send(client.advisories.list()), options)
  })
}

function checkCommand(context: CommandContext): Command {
  const command = new Command('check')
    .description('read the advisory lists now, and apply what is critical')
    .option('--json', 'print one JSON object', false)
    .exitOverride()
  return addConnectionOptions(command).action(async (options: JsonOptions) => {
    const { client, send } = openServer(options, context)
    print(context, await send(client.advisories.check()), options)
  })
}

interface SetOptions extends JsonOptions {
  signer: string
  name: string
  identity?: string
}

function setCommand(context: CommandContext): Command {
  const command = new Command('set')
    .description('subscribe the organisation to a list, in place of the one before')
    .argument('<url>', 'of the list')
    .requiredOption('--signer <file>', 'public key or certificate in PEM of whoever signs it')
    .requiredOption('--name <name>', 'as you call the signer')
    .option('--identity <name>', 'the name in the signer’s certificate, for that of an authority')
    .option('--json', 'print one JSON object', false)
    .exitOverride()
  return addConnectionOptions(command).action(async (url: string, options: SetOptions) => {
    const { terminal, cwd } = context
    const { client, send } = openServer(options, context)
    const { name, identity = null } = options
    const signer = { name, identity, pem: readPem(resolve(cwd, options.signer)) }
    const list = await send(client.advisories.set({ url, signer }))
    terminal.out(options.json ? sanitizeJson(list) : lineOfList(list))
    context.setExitCode(list.problem ? exitCodes.negative : exitCodes.ok)
  })
}

function allowCommand(context: CommandContext): Command {
  const command = new Command('allow')
    .description('decide that advisories do not count for a content; nothing is enabled by it')
    .argument('<digest>', 'sha256:… as `repertoire advisories` prints it')
    .requiredOption('--reason <text>', 'why')
    .option('--json', 'print one JSON object', false)
    .exitOverride()
  return addConnectionOptions(command).action(
    async (digest: string, options: JsonOptions & { reason: string }) => {
      const { client, send } = openServer(options, context)
      const exception = await send(client.advisories.except({ digest, reason: options.reason }))
      const text = `${exception.digest} may be enabled again. A later advisory counts again.`
      context.terminal.out(options.json ? sanitizeJson(exception) : text)
      context.setExitCode(exitCodes.ok)
    },
  )
}

function removeCommand(context: CommandContext): Command {
  const command = new Command('remove')
    .description('end the subscription; what was taken out of use stays so')
    .exitOverride()
  return addConnectionOptions(command).action(async (options: ConnectionOptions) => {
    const { client, send } = openServer(options, context)
    await send(client.advisories.remove())
    context.terminal.out('The organisation has no advisory list of its own now.')
    context.setExitCode(exitCodes.ok)
  })
}

function print(context: CommandContext, body: AdvisoriesBody, { json }: JsonOptions): void {
  const { terminal } = context
  if (json) terminal.out(sanitizeJson(body))
  else printText(terminal, body)
  const isBroken = body.lists.some(({ problem }) => problem !== null)
  context.setExitCode(isBroken ? exitCodes.negative : exitCodes.ok)
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
