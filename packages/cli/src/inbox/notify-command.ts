import type { InboxNotificationBody, InboxNotificationChange } from '@repertoire/client'
import { Command, InvalidArgumentError, Option } from 'commander'
import type { CommandContext } from '../command/command-context.ts'
import { CommandError, exitCodes } from '../command/exit-codes.ts'
import { openServer, type Server } from '../connection/api.ts'
import type { ConnectionOptions } from '../connection/connection.ts'
import { addConnectionOptions } from '../connection/connection-options.ts'
import { sanitizeJson, sanitizeText } from '../terminal/sanitize-text.ts'

const secretVariable = 'REPERTOIRE_NOTIFICATION_SECRET'
const intervals = ['hourly', 'daily', 'weekly'] as const

interface NotifyOptions extends ConnectionOptions {
  address?: string
  interval?: (typeof intervals)[number]
  minimum?: number
  newSecret: boolean
  off: boolean
  test: boolean
  json: boolean
}

const help = `
Without an option it shows what is set. The signing secret (whsec_ and base64) is read from ${secretVariable}, or
prompted for with --address. Without one the server makes it and it is shown once.

Needs an owner.
Exit codes: 0 done, 1 the address refused the test, 2 the command failed.`

/** `repertoire inbox notify`. */
export function notifyCommand(context: CommandContext): Command {
  const command = new Command('notify')
    .description('show or change the webhook that gets a digest of what waits')
    .option('--address <url>', 'where it is sent')
    .addOption(new Option('--interval <interval>', 'at most one in each').choices(intervals))
    .option('--minimum <n>', 'with fewer entries nothing is sent', wholeNumber)
    .option('--new-secret', 'sign with another secret from now on', false)
    .addOption(new Option('--off', 'send none any more').default(false).conflicts(changing))
    .addOption(new Option('--test', 'send one now').default(false).conflicts([...changing, 'off']))
    .option('--json', 'print one JSON object', false)
    .addHelpText('after', help)
    .exitOverride()
  return addConnectionOptions(command).action(async (options: NotifyOptions) => {
    context.setExitCode(exitCodes.ok)
    const server = openServer(options, context)
    if (options.test) return await test(server, options, context)
    if (options.off) {
      await server.send(server.client.inboxNotification.remove())
      return context.terminal.out('off')
    }
    const { notification } = await server.send(server.client.inboxNotification.get())
    const { address, interval, minimum, newSecret } = options
    if ([address, interval, minimum].every((one) => one === undefined) && !newSecret) {
      return show(notification, options, context)
    }
    const change = await changeOf(notification, options, context)
    const set = await server.send(server.client.inboxNotification.set(change))
    show(set, options, context)
    if (set.secret === null) return
    if (!options.json) context.terminal.out(`secret    ${set.secret}`)
    context.terminal.note('Keep the secret now: it is not shown again.')
  })
}

const changing = ['address', 'interval', 'minimum', 'newSecret']

async function test(
  { client, send }: Server,
  { json }: NotifyOptions,
  { terminal, setExitCode }: CommandContext,
): Promise<void> {
  const result = await send(client.inboxNotification.test())
  if (json) terminal.out(sanitizeJson(result))
  else terminal.out(sanitizeText(result.message))
  if (!json && result.hint) terminal.note(sanitizeText(result.hint))
  if (!result.ok) setExitCode(exitCodes.negative)
}

/** What is not given stays. Throws CommandError. */
async function changeOf(
  before: InboxNotificationBody | null,
  { address, interval, minimum, newSecret }: NotifyOptions,
  { env, input }: CommandContext,
): Promise<InboxNotificationChange> {
  const url = address ?? before?.url
  if (url === undefined) {
    throw new CommandError('No digest is sent yet.', 'Name where with --address.')
  }
  const isAsked = address !== undefined && !newSecret && input.isTerminal
  const given = newSecret ? undefined : env[secretVariable]?.trim()
  const typed = isAsked && !given ? await input.prompt(question, { hidden: true }) : ''
  const secret = given || typed.trim()
  return {
    ...{ url, interval: interval ?? before?.interval, minimum: minimum ?? before?.minimum },
    ...(secret !== '' && { secret }),
    renew_secret: newSecret,
  }
}

const question = 'Signing secret, whsec_… (empty: the one before, or a new one): '

function show(
  notification: InboxNotificationBody | null,
  { json }: NotifyOptions,
  { terminal }: CommandContext,
): void {
  const shown = json ? [sanitizeJson({ notification })] : factsOf(notification)
  for (const line of shown) terminal.out(line)
}

function factsOf(notification: InboxNotificationBody | null): readonly string[] {
  if (!notification) return ['off']
  const { url, interval, minimum, last_sent_at: sent, next_at: next } = notification
  const problem = notification.problem_code
  const facts = [
    ...[`address   ${url}`, `interval  ${interval}`, `minimum   ${minimum}`],
    `sent      ${sent ?? 'never'}`,
    ...(problem === null ? [] : [`problem   ${problem}`]),
    `next      ${next}`,
  ]
  return facts.map(sanitizeText)
}

function wholeNumber(written: string): number {
  const value = Number(written)
  if (Number.isSafeInteger(value) && value > 0) return value
  throw new InvalidArgumentError('It is not a whole number above 0.')
}
