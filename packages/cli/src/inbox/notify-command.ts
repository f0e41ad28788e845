import type { InboxNotificationBody, InboxNotificationChange } from '@repertoire/client'
import { type Command, Option } from 'commander'
import type { CommandContext } from '../command/command-context.ts'
import { CommandError, type ExitCode, exitCodes } from '../command/exit-codes.ts'
import { above0 } from '../command/number-options.ts'
import { commandHint } from '../connection/command-hints.ts'
import { type JsonOptions, ServerCommand, type ServerRun } from '../connection/server-command.ts'
import { sanitizeText } from '../terminal/sanitize-text.ts'

const secretVariable = 'REPERTOIRE_NOTIFICATION_SECRET'
const intervals = ['hourly', 'daily', 'weekly'] as const

interface NotifyOptions extends JsonOptions {
  address?: string
  interval?: (typeof intervals)[number]
  minimum?: number
  newSecret: boolean
  off: boolean
  test: boolean
}

const help = `
Without an option it shows what is set. The signing secret (whsec_ and base64) is read from ${secretVariable}, or
prompted for with --address. Without one the server makes it and it is shown once.

Needs an owner.
Exit codes: 0 done, 1 the address refused the test, 2 the command failed.`

/** `repertoire inbox notify`. */
export function notifyCommand(context: CommandContext): Command {
  return new ServerCommand('notify', context)
    .description('show or change the webhook that gets a digest of what waits')
    .option('--address <url>', 'where it is sent')
    .addOption(new Option('--interval <interval>', 'at most one in each').choices(intervals))
    .option('--minimum <n>', 'with fewer entries nothing is sent', above0)
    .option('--new-secret', 'sign with another secret from now on', false)
    .addOption(new Option('--off', 'send none any more').default(false).conflicts(changing))
    .addOption(new Option('--test', 'send one now').default(false).conflicts([...changing, 'off']))
    .json()
    .addHelpText('after', help)
    .runOnServer(async (server, options: NotifyOptions) => {
      const { client, send, terminal } = server
      if (options.test) return sendTest(server, options)
      if (options.off) {
        await send(client.inboxNotification.remove())
        terminal.out('off')
        return exitCodes.ok
      }
      const { notification } = await send(client.inboxNotification.get())
      const { address, interval, minimum, newSecret } = options
      if ([address, interval, minimum].every((one) => one === undefined) && !newSecret) {
        server.print({ notification }, factsOf(notification))
        return exitCodes.ok
      }
      const change = await changeOf(notification, options, context)
      const set = await send(client.inboxNotification.set(change))
      server.print({ notification: set }, factsOf(set))
      if (set.secret === null) return exitCodes.ok
      if (!options.json) terminal.out(`secret    ${set.secret}`)
      terminal.note('Keep the secret now: it is not shown again.')
      return exitCodes.ok
    })
}

const changing = ['address', 'interval', 'minimum', 'newSecret']

async function sendTest(
  { client, send, terminal, print }: ServerRun,
  { json }: NotifyOptions,
): Promise<ExitCode> {
  const result = await send(client.inboxNotification.test())
  print(result, sanitizeText(result.message))
  const hint = commandHint(result)
  if (!json && hint) terminal.note(sanitizeText(hint))
  return result.ok ? exitCodes.ok : exitCodes.negative
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
