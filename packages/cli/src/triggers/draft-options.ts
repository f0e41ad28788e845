import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { TriggerBody, TriggerUpdate } from '@repertoire/client'
import { type Command, InvalidArgumentError, Option } from 'commander'
import type { CommandContext } from '../command/command-context.ts'
import { CommandError } from '../command/exit-codes.ts'
import type { TriggersApi } from './triggers-api.ts'

/** Options of a trigger; omitted ones stay unchanged or get the server's default. */
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

export function addDraftOptions<Built extends Command>(command: Built): Built {
  return command
    .option('--message <text>', 'message of the turn, in your name')
    .option('--message-file <path>', 'the same from a file; - for stdin')
    .option('--cron <schedule>', 'cron expression; six fields start with seconds')
    .option('--time-zone <name>', 'time zone such as Europe/Berlin (default: the local one)')
    .addOption(
      new Option('--missed <policy>', 'what to do with times missed while no server ran').choices([
        'skip',
        'run-once',
      ]),
    )
    .option('--agent <id-or-name>', 'agent; "none" for no agent')
    .addOption(
      new Option('--severity <level>', 'severity (default: info)').choices([
        'info',
        'warn',
        'critical',
      ]),
    )
    .option('--asset <symbol>', 'asset it is about; "none" for none')
    .option('--asset-class <class>', 'asset class, such as crypto_major')
    .option('--preload <slugs>', 'skills to activate first, comma-separated', parseList)
    .option('--stages <stages>', 'suggested stages, comma-separated', parseList)
    .addOption(
      new Option('--conversation <which>', 'a new conversation per turn, or one for all').choices([
        'new',
        'kept',
      ]),
    )
    .option('--per-hour <turns>', 'rate limit: turns per hour, 1 to 3600', parsePerHour)
    .option('--allow-scripts', 'allow scripts and commands; owners and admins only')
    .option('--no-allow-scripts', 'do not allow scripts and commands')
}

/** The change for the server, without omitted options. `before`: the current trigger when it is changed. */
export async function draftFrom(
  options: DraftOptions,
  api: Pick<TriggersApi, 'agentId'>,
  { context, before }: { readonly context: CommandContext; readonly before?: TriggerBody },
): Promise<TriggerUpdate> {
  const { name, agent, severity, conversation, preload, stages, perHour, allowScripts } = options
  const message = await messageOf(options, context)
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
  { cwd, input }: CommandContext,
): Promise<string | undefined> {
  if (messageFile === undefined) return message
  if (message !== undefined) throw new CommandError('Use --message or --message-file, not both.')
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
    throw new CommandError('--time-zone and --missed need --cron.')
  }
  return {
    kind: 'cron',
    cron: schedule,
    time_zone: timeZone ?? was?.time_zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    missed: missed ?? was?.missed ?? 'skip',
  }
}

function assetOf(
  { asset, assetClass }: DraftOptions,
  before?: TriggerBody,
): TriggerUpdate['asset'] {
  if (asset === 'none' && assetClass === undefined) return null
  if (asset === undefined && assetClass === undefined) return undefined
  const symbol = asset ?? before?.asset?.symbol
  const asset_class = assetClass ?? before?.asset?.asset_class
  if (symbol !== undefined && asset_class !== undefined) return { symbol, asset_class }
  throw new CommandError('An asset needs both --asset and --asset-class.')
}

function parseList(text: string): string[] {
  return text.split(/[\s,]+/).filter((word) => word !== '')
}

function parsePerHour(text: string): number {
  const turns = Number(text)
  if (Number.isInteger(turns) && turns >= 1 && turns <= 3600) return turns
  throw new InvalidArgumentError('Use an integer from 1 to 3600.')
}
