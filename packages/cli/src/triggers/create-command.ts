import type { TriggerCreate } from '@repertoire/client'
import { Command } from 'commander'
import type { ConnectionOptions } from '../connection/connection.ts'
import { addConnectionOptions } from '../connection/connection-options.ts'
import { CommandError, exitCodes } from '../exit-codes.ts'
import type { Surroundings } from '../surroundings.ts'
import { plainJson, plainText } from '../terminal/plain-text.ts'
import { addDraftOptions, type DraftOptions, draftFrom } from './draft-options.ts'
import { printTrigger, printTimes } from './trigger-lines.ts'
import { connectTriggers, type TriggersApi } from './triggers-api.ts'

interface CreateOptions extends ConnectionOptions, DraftOptions {
  webhook: boolean
  off: boolean
  dryRun: boolean
  json: boolean
}

/** `repertoire signals create`. */
export function createCommand(around: Surroundings): Command {
  const command = new Command('create')
    .description('set up a schedule (--cron) or a webhook (--webhook)')
    .argument('<name>', 'what it is called')
    .option('--webhook', 'another program starts it; its secret is shown this once', false)
  addDraftOptions(command)
    .option('--off', 'do not switch it on yet', false)
    .option('--dry-run', 'set nothing up: say what it would be, and its next times', false)
    .option('--json', 'one JSON object', false)
    .exitOverride()
  return addConnectionOptions(command).action(async (name: string, options: CreateOptions) => {
    const api = connectTriggers(options, around)
    const draft = await newTrigger({ ...options, name }, api, around)
    if (options.dryRun) await dryRun(api, draft, { around, json: options.json })
    else await create(api, draft, { around, json: options.json })
    around.finish(exitCodes.ok)
  })
}

async function newTrigger(
  options: CreateOptions,
  api: TriggersApi,
  around: Surroundings,
): Promise<TriggerCreate> {
  if (options.webhook === (options.cron !== undefined)) {
    throw new CommandError('Say what starts it: --cron "0 7 * * 1-5", or --webhook.')
  }
  const { message, trigger, name, ...rest } = await draftFrom(options, api, { around })
  if (options.webhook && trigger) {
    throw new CommandError('--time-zone and --missed are for schedules, which --cron makes.')
  }
  if (name === undefined || message === undefined) {
    throw new CommandError('Say what the turn is told with --message or --message-file.')
  }
  const kind = trigger ?? { kind: 'webhook' as const }
  return { ...rest, name, message, trigger: kind, enabled: !options.off }
}

interface Told {
  readonly around: Surroundings
  readonly json: boolean
}

async function dryRun(api: TriggersApi, draft: TriggerCreate, { around, json }: Told) {
  const { terminal } = around
  const { trigger } = draft
  const times = trigger.kind === 'cron' ? await api.times(trigger) : undefined
  if (json) {
    terminal.out(
      plainJson({ signal: draft, words: times?.words ?? null, times: times?.times ?? [] }),
    )
    return
  }
  if (times) printTimes(terminal, times)
  else terminal.out('A webhook starts when another program delivers to it.')
  terminal.note('Nothing was set up.')
}

async function create(api: TriggersApi, draft: TriggerCreate, { around, json }: Told) {
  const { terminal } = around
  const made = await api.create(draft)
  if (json) {
    terminal.out(plainJson(made))
    return
  }
  const { signal: trigger, secret } = made
  const { trigger: start } = trigger
  printTrigger(terminal, trigger, start.kind === 'cron' ? await api.times(start) : undefined)
  if (secret !== null) printSecret(around, secret)
}

/** The one time it is shown. */
export function printSecret({ terminal }: Surroundings, secret: string): void {
  terminal.out(plainText(secret))
  terminal.note('This is its secret. Keep it now: it is not shown again.')
}
