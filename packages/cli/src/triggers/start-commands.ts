import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { Command } from 'commander'
import type { ConnectionOptions } from '../connection/connection.ts'
import { addConnectionOptions } from '../connection/connection-options.ts'
import { CommandError, exitCodes } from '../exit-codes.ts'
import type { Surroundings } from '../surroundings.ts'
import { plainJson, plainText } from '../terminal/plain-text.ts'
import { printFiring } from './trigger-lines.ts'
import { connectTriggers } from './triggers-api.ts'

interface RunOptions extends ConnectionOptions {
  json: boolean
}

/** `repertoire signals run`. */
export function runCommand(around: Surroundings): Command {
  const command = new Command('run')
    .description('start a turn of one of yours now')
    .argument('<signal>', 'its name or id')
    .option('--json', 'one JSON object', false)
    .exitOverride()
  return addConnectionOptions(command).action(async (wanted: string, options: RunOptions) => {
    const api = connectTriggers(options, around)
    const { id } = await api.find(wanted)
    const firing = await api.run(id)
    if (options.json) around.terminal.out(plainJson(firing))
    else printFiring(around.terminal, firing)
    around.finish(exitCodes.ok)
  })
}

interface DeliverOptions extends RunOptions {
  body?: string
  bodyFile?: string
  id?: string
  secretStdin: boolean
}

/** Where the secret of a webhook may stand. Not an argument: other people on the machine can see those. */
const secretVariable = 'REPERTOIRE_WEBHOOK_SECRET'
const testBody = '{"severity":"info","note":"A test delivery."}'

const secretHelp = `
The secret is read from ${secretVariable}, from stdin with --secret-stdin, or asked for. It is
never an argument: other people on the machine could see it there.`

/** `repertoire signals deliver`. */
export function deliverCommand(around: Surroundings): Command {
  const command = new Command('deliver')
    .alias('fire')
    .description('deliver to a webhook, signed with its secret, as another program would')
    .argument('<webhook>', 'its name or id')
    .option('--body <text>', 'what is delivered (a test note when left out)')
    .option('--body-file <path>', 'the same from a file; - for stdin')
    .option('--id <key>', 'idempotency key: the same one and body start one turn (default: new)')
    .option('--secret-stdin', 'read the secret from stdin', false)
    .option('--json', 'one JSON object', false)
    .addHelpText('after', secretHelp)
    .exitOverride()
  return addConnectionOptions(command).action(async (wanted: string, options: DeliverOptions) => {
    const api = connectTriggers(options, around)
    const { id: signalId, trigger } = await api.find(wanted)
    if (trigger.kind !== 'webhook') {
      throw new CommandError('This is a schedule.', 'Start a turn of it with: signals run')
    }
    const body = await bodyOf(options, around)
    const secret = await secretOf(options, around)
    const key = options.id ?? `test_${randomUUID()}`
    const delivered = await api.deliver({ signalId, secret, key, body, at: Date.now() })
    if (options.json) around.terminal.out(plainJson({ ...delivered, key }))
    else around.terminal.out(`Taken: a turn was started, trace ${plainText(delivered.trace_id)}`)
    around.finish(exitCodes.ok)
  })
}

async function bodyOf(
  { body, bodyFile, secretStdin }: DeliverOptions,
  { cwd, input }: Surroundings,
): Promise<string> {
  if (bodyFile === undefined) return body ?? testBody
  if (body !== undefined) throw new CommandError('Give --body or --body-file, not both.')
  if (bodyFile === '-') {
    if (secretStdin) throw new CommandError('Body and secret cannot both come from stdin.')
    return input.readAll()
  }
  try {
    return await readFile(resolve(cwd, bodyFile), 'utf8')
  } catch {
    throw new CommandError(`The file ${JSON.stringify(plainText(bodyFile))} cannot be read.`)
  }
}

async function secretOf(
  { secretStdin }: DeliverOptions,
  { env, input }: Surroundings,
): Promise<string> {
  const given = secretStdin ? await input.readAll() : env[secretVariable]
  if (given?.trim()) return given.trim()
  if (!secretStdin && input.isTerminal) {
    const typed = await input.ask('Secret of the webhook: ', { hidden: true })
    if (typed.trim()) return typed.trim()
  }
  const hint = `Set ${secretVariable}, or write it to stdin with --secret-stdin.`
  throw new CommandError('A delivery is signed with the secret of the webhook.', hint)
}
