import type { TriggerCreate } from '@repertoire/client'
import type { Command } from 'commander'
import type { CommandContext } from '../command/command-context.ts'
import { CommandError } from '../command/exit-codes.ts'
import { type JsonOptions, ServerCommand } from '../connection/server-command.ts'
import type { Results } from '../terminal/results.ts'
import { sanitizeText } from '../terminal/sanitize-text.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { addDraftOptions, type DraftOptions, draftFrom } from './draft-options.ts'
import { printTimes, printTrigger } from './trigger-lines.ts'
import { connectTriggers, type TriggersApi } from './triggers-api.ts'

interface CreateOptions extends JsonOptions, DraftOptions {
  webhook: boolean
  off: boolean
  dryRun: boolean
}

/** `repertoire triggers create`. */
export function createCommand(context: CommandContext): Command {
  const command = new ServerCommand('create', context)
    .description('create a schedule (--cron) or a webhook (--webhook)')
    .argument('<name>', 'name of the trigger')
    .option('--webhook', 'started by another program; the secret is shown once', false)
  return addDraftOptions(command)
    .option('--off', 'create it disabled', false)
    .option('--dry-run', 'create nothing; show the result and its next times', false)
    .json()
    .runOnServer(async (server, name: string, options: CreateOptions) => {
      const api = connectTriggers(server)
      const draft = await newTrigger({ ...options, name }, api, context)
      if (options.dryRun) await dryRun(api, draft, server)
      else await create({ api, json: options.json }, draft, server)
    })
}

async function newTrigger(
  options: CreateOptions,
  api: TriggersApi,
  context: CommandContext,
): Promise<TriggerCreate> {
  if (options.webhook === (options.cron !== undefined)) {
    throw new CommandError('Choose what starts it: --cron "0 7 * * 1-5", or --webhook.')
  }
  const { message, trigger, name, ...rest } = await draftFrom(options, api, { context })
  if (options.webhook && trigger) {
    throw new CommandError('--time-zone and --missed need --cron.')
  }
  if (name === undefined || message === undefined) {
    throw new CommandError('Set the message with --message or --message-file.')
  }
  const kind = trigger ?? { kind: 'webhook' as const }
  return { ...rest, name, message, trigger: kind, enabled: !options.off }
}

async function dryRun(api: TriggersApi, draft: TriggerCreate, { terminal, print }: Results) {
  const { trigger } = draft
  const times = trigger.kind === 'cron' ? await api.times(trigger) : undefined
  print({ signal: draft, words: times?.words ?? null, times: times?.times ?? [] }, () => {
    if (times) printTimes(terminal, times)
    else terminal.out('A webhook starts a turn when another program delivers to it.')
    terminal.note('Nothing was created.')
  })
}

interface Creation {
  readonly api: TriggersApi
  readonly json: boolean
}

async function create({ api, json }: Creation, draft: TriggerCreate, results: Results) {
  const { terminal, print } = results
  const made = await api.create(draft)
  const { signal: trigger, secret } = made
  const { trigger: start } = trigger
  const times = !json && start.kind === 'cron' ? await api.times(start) : undefined
  print(made, () => {
    printTrigger(terminal, trigger, times)
    if (secret !== null) printSecret(terminal, secret)
  })
}

/** Shown only once. */
export function printSecret(terminal: Terminal, secret: string): void {
  terminal.out(sanitizeText(secret))
  terminal.note('This is the secret. Store it now: it is not shown again.')
}
