import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Command } from 'commander'
import type { CommandContext } from '../command/command-context.ts'
import { CommandError } from '../command/exit-codes.ts'
import { ServerCommand } from '../connection/server-command.ts'
import { sanitizeText } from '../terminal/sanitize-text.ts'
import { printFiring } from './trigger-lines.ts'
import { connectTriggers } from './triggers-api.ts'

/** `repertoire triggers run`. */
export function runCommand(context: CommandContext): Command {
  return new ServerCommand('run', context)
    .description('start a turn of one of your triggers now')
    .argument('<trigger>', 'name or id')
    .json()
    .runOnServer(async (server, wanted: string) => {
      const { terminal, print } = server
      const api = connectTriggers(server)
      const { id } = await api.find(wanted)
      const firing = await api.run(id)
      print(firing, () => printFiring(terminal, firing))
    })
}

interface DeliverOptions {
  body?: string
  bodyFile?: string
  id?: string
  secretStdin: boolean
}

/** The variable of a webhook's secret. It is not an argument: other users of the machine can see those. */
const secretVariable = 'REPERTOIRE_WEBHOOK_SECRET'
const testBody = '{"severity":"info","note":"A test delivery."}'

const secretHelp = `
The secret is read from ${secretVariable}, from stdin with --secret-stdin, or prompted for. It is
never an argument: other users of the machine could see it.`

/** `repertoire triggers deliver`. */
export function deliverCommand(context: CommandContext): Command {
  return new ServerCommand('deliver', context)
    .alias('fire')
    .description('send a signed delivery to a webhook, as another program would')
    .argument('<webhook>', 'name or id')
    .option('--body <text>', 'body of the delivery (default: a test note)')
    .option('--body-file <path>', 'the same from a file; - for stdin')
    .option('--id <key>', 'idempotency key: the same key and body start one turn (default: new)')
    .option('--secret-stdin', 'read the secret from stdin', false)
    .json()
    .addHelpText('after', secretHelp)
    .runOnServer(async (server, wanted: string, options: DeliverOptions) => {
      const api = connectTriggers(server)
      const { id: signalId, trigger } = await api.find(wanted)
      if (trigger.kind !== 'webhook') {
        throw new CommandError('This is a schedule.', 'Start a turn with: triggers run')
      }
      const body = await bodyOf(options, context)
      const secret = await secretOf(options, context)
      const key = options.id ?? `test_${randomUUID()}`
      const delivered = await api.deliver({ signalId, secret, key, body, at: Date.now() })
      server.print(
        { ...delivered, key },
        `Accepted: a turn was started, trace ${sanitizeText(delivered.trace_id)}`,
      )
    })
}

async function bodyOf(
  { body, bodyFile, secretStdin }: DeliverOptions,
  { cwd, input }: CommandContext,
): Promise<string> {
  if (bodyFile === undefined) return body ?? testBody
  if (body !== undefined) throw new CommandError('Use --body or --body-file, not both.')
  if (bodyFile === '-') {
    if (secretStdin) throw new CommandError('Body and secret cannot both be read from stdin.')
    return input.readAll()
  }
  try {
    return await readFile(resolve(cwd, bodyFile), 'utf8')
  } catch {
    throw new CommandError(`The file ${JSON.stringify(sanitizeText(bodyFile))} cannot be read.`)
  }
}

async function secretOf(
  { secretStdin }: DeliverOptions,
  { env, input }: CommandContext,
): Promise<string> {
  const given = secretStdin ? await input.readAll() : env[secretVariable]
  if (given?.trim()) return given.trim()
  if (!secretStdin && input.isTerminal) {
    const typed = await input.prompt('Secret of the webhook: ', { hidden: true })
    if (typed.trim()) return typed.trim()
  }
  const hint = `Set ${secretVariable}, or write it to stdin with --secret-stdin.`
  throw new CommandError('A delivery needs the secret of the webhook.', hint)
}
