import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { TriggerBody, TriggerUpdate } from '@repertoire/client'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { CommandError } from '../exit-codes.ts'
import type { Surroundings } from '../surroundings.ts'
import type { TriggersApi } from './triggers-api.ts'

/** What a person may say of a signal; what is left out stays as it is, or is what the server takes by default. */
export interface DraftOptions {
  name?: string
  message?: string
  messageFile?: string
  cron?: string
  timeZone?: string
  missed?: 'skip' | 'run-once'
  agent?: string
  severity?: 'info' | 'warn' | 'critical'
  asset?: string
  assetClass?: string
  preload?: string[]
  stages?: string[]
  conversation?: 'new' | 'kept'
  perHour?: number
  allowScripts?: boolean
}

export function addDraftOptions(command: Command): Command {
  return command
    .option('--message <text>', 'what the turn is told, in your name')
    .option('--message-file <path>', 'the same from a file; - for stdin')
    .option('--cron <schedule>', 'minute, hour, day, month, weekday; six fields begin with seconds')
    .option('--time-zone <name>', 'of the schedule, such as Europe/Berlin (default: the one here)')
    .addOption(
      new Option('--missed <policy>', 'of times while no server ran').choices(['skip', 'run-once']),
    )
    .option('--agent <id-or-name>', 'who answers; "none" for no agent')
    .addOption(
      new Option('--severity <level>', 'info by default').choices(['info', 'warn', 'critical']),
    )
    .option('--asset <symbol>', 'what it is about; "none" for nothing')
    .option('--asset-class <class>', 'the kind of asset, such as crypto_major')
    .option('--preload <slugs>', 'skills to load first, divided by commas', parseList)
    .option('--stages <stages>', 'what the turn is about, divided by commas', parseList)
    .addOption(
      new Option('--conversation <which>', 'a new one every turn, or one kept for all').choices([
        'new',
        'kept',
      ]),
    )
    .option('--per-hour <turns>', 'the most turns in any hour, 1 to 3600', parsePerHour)
    .option('--allow-scripts', 'turns may run scripts and commands; owners and admins only')
    .option('--no-allow-scripts', 'they may not')
}

/** As the server takes it, with nothing that was not said. `before`: what it was, of one that is changed. */
export async function draftFrom(
  options: DraftOptions,
  api: Pick<TriggersApi, 'agentId'>,
  { around, before }: { readonly around: Surroundings; readonly before?: TriggerBody },
): Promise<TriggerUpdate> {
  const { name, agent, severity, conversation, preload, stages, perHour, allowScripts } = options
  const message = await messageOf(options, around)
  const trigger = triggerOf(options, before)
  const asset = assetOf(options, before)
  const none = agent === 'none'
  return {
    ...(name !== undefined && { name }),
    ...(message !== undefined && { message }),
    ...(trigger && { trigger }),
    ...(agent !== undefined && { agent_id: none ? null : await api.agentId(agent) }),
    ...(severity && { severity }),
    ...(asset !== undefined && { asset }),
    ...(preload && { preload_skills: preload }),
    ...(stages && { suggested_stages: stages }),
    ...(conversation && { conversation }),
    ...(perHour !== undefined && { most_per_hour: perHour }),
    ...(allowScripts !== undefined && { scripts_allowed: allowScripts }),
  }
}

async function messageOf(
  { message, messageFile }: DraftOptions,
  { cwd, input }: Surroundings,
): Promise<string | undefined> {
  if (messageFile === undefined) return message
  if (message !== undefined) throw new CommandError('Give --message or --message-file, not both.')
  if (messageFile === '-') return input.readAll()
  try {
    return await readFile(resolve(cwd, messageFile), 'utf8')
  } catch {
    throw new CommandError(`The file ${JSON.stringify(messageFile)} cannot be read.`)
  }
}

function triggerOf(
  { cron, timeZone, missed }: DraftOptions,
  before?: TriggerBody,
): TriggerUpdate['trigger'] {
  if (cron === undefined && timeZone === undefined && missed === undefined) return undefined
  const was = before?.trigger.kind === 'cron' ? before.trigger : undefined
  const schedule = cron ?? was?.cron
  if (schedule === undefined) {
    throw new CommandError('--time-zone and --missed are for schedules, which --cron makes.')
  }
  return {
    kind: 'cron',
    cron: schedule,
    time_zone: timeZone ?? was?.time_zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    missed: missed ?? was?.missed ?? 'skip',
  }
}

function assetOf({ asset, assetClass }: DraftOptions, before?: TriggerBody): TriggerUpdate['asset'] {
  if (asset === 'none' && assetClass === undefined) return null
  if (asset === undefined && assetClass === undefined) return undefined
  const symbol = asset ?? before?.asset?.symbol
  const asset_class = assetClass ?? before?.asset?.asset_class
  if (symbol !== undefined && asset_class !== undefined) return { symbol, asset_class }
  throw new CommandError('An asset has two parts: give --asset and --asset-class.')
}

function parseList(text: string): string[] {
  return text.split(/[\s,]+/).filter((word) => word !== '')
}

function parsePerHour(text: string): number {
  const turns = Number(text)
  if (Number.isInteger(turns) && turns >= 1 && turns <= 3600) return turns
  throw new InvalidArgumentError('It must be a whole number from 1 to 3600.')
}
