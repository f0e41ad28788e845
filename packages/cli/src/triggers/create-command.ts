import type { TriggerCreate } from '@repertoire/client'
import { Command } from 'commander'
import type { CommandContext } from '../command/command-context.ts'
import { CommandError, exitCodes } from '../command/exit-codes.ts'
import type { ConnectionOptions } from '../connection/connection.ts'
import { addConnectionOptions } from '../connection/connection-options.ts'
import { sanitizeJson, sanitizeText } from '../terminal/sanitize-text.ts'
import { addDraftOptions, type DraftOptions, draftFrom } from './draft-options.ts'
import { printTimes, printTrigger } from './trigger-lines.ts'
import { connectTriggers, type TriggersApi } from './triggers-api.ts'

interface CreateOptions extends ConnectionOptions, DraftOptions {
  webhook: boolean
  off: boolean
  dryRun: boolean
  json: boolean
}

/** `repertoire triggers create`. */
export function createCommand(context: CommandContext): Command {
  const command = new Command('create')
    .description('create a schedule (--cron) or a webhook (--webhook)')
    .argument('<name>', 'name of the trigger')
    .option('--webhook', 'started by another program; the secret is shown once', false)
  addDraftOptions(command)
    .option('--off', 'create it disabled', false)
    .option('--dry-run', 'create nothing; show the result and its next times', false)
    .option('--json', 'print one JSON object', false)
    .exitOverride()
  return addConnectionOptions(command).action(async (name: string, options: CreateOptions) => {
    const api = connectTriggers(options, context)
    const draft = await newTrigger({ ...options, name }, api, context)
    if (options.dryRun) await dryRun(api, draft, { context, json: options.json })
    else await create(api, draft, { context, json: options.json })
    context.setExitCode(exitCodes.ok)
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

interface OutputOptions {
  readonly context: CommandContext
  readonly json: boolean
}

async function dryRun(api: TriggersApi, draft: TriggerCreate, { context, json }: OutputOptions) {
  const { terminal } = context
  const { trigger } = draft
  const times = trigger.kind === 'cron' ? await api.times(trigger) : undefined
  if (json) {
    terminal.out(
      sanitizeJson({ signal: draft, words: times?.words ?? null, times: times?.times ?? [] }),
    )
    return
  }
  if (times) printTimes(terminal, times)
  else terminal.out('A webhook starts a turn when another program delivers to it.')
  terminal.note('Nothing was created.')
}

async function create(api: TriggersApi, draft: TriggerCreate, { context, json }: OutputOptions) {
  const { terminal } = context
  const made = await api.create(draft)
  if (json) {
    terminal.out(sanitizeJson(made))
    return
  }
  const { signal: trigger, secret } = made
  const { trigger: start } = trigger
  printTrigger(terminal, trigger, start.kind === 'cron' ? await api.times(start) : undefined)
  if (secret !== null) printSecret(context, secret)
}

/** Shown only once. */
export function printSecret({ terminal }: CommandContext, secret: string): void {
  terminal.out(sanitizeText(secret))
  terminal.note('This is the secret. Store it now: it is not shown again.')
}
