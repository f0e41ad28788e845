import type { SourceCreate } from '@repertoire/client'
import { type Command, InvalidArgumentError, Option } from 'commander'
import type { CommandContext } from '../command/command-context.ts'
import { exitCodes } from '../command/exit-codes.ts'
import { ServerCommand } from '../connection/server-command.ts'
import {
  addressOf,
  type SourceKind,
  sourceKinds,
  sourcePlace,
} from '../connection/source-address.ts'
import { connectSources, sourceToken } from '../connection/sources-api.ts'
import { codeOfSync, printSync } from './source-lines.ts'
import { waitForSync } from './wait-for-sync.ts'

interface AddOptions {
  name?: string
  kind?: SourceKind
  ref?: string
  path?: string
  skill?: string[]
  auto: boolean
  every?: number
  policy: 'hold' | 'apply-clean'
  minAge?: number
  sync: boolean
}

/** `repertoire sources add`. */
export function addSourceCommand(context: CommandContext): Command {
  return new ServerCommand('add', context)
    .description('add a source and sync it')
    .argument('<address>', 'owner/name on GitHub, or an https URL')
    .option('--name <name>', 'its name; by default its address')
    .addOption(
      new Option('--kind <kind>', 'where the address does not tell').choices([...sourceKinds]),
    )
    .option('--ref <ref>', 'of a repository: branch, tag or commit')
    .option('--path <folder>', 'of a repository: the folder to look in')
    .option('--skill <id...>', 'of a registry: ids of the skills to take')
    .option('--auto', 'sync it by itself', false)
    .option('--every <minutes>', 'how often with --auto', minutes)
    .addOption(
      new Option('--policy <policy>', 'what happens with clean updates')
        .choices(['hold', 'apply-clean'])
        .default('hold'),
    )
    .option('--min-age <days>', 'how long clean updates wait with apply-clean', days)
    .option('--no-sync', 'do not sync it now')
    .json()
    .runOnServer(async (server, address: string, options: AddOptions) => {
      const { terminal, print } = server
      const api = connectSources(server)
      const added = await api.create({ ...sourceOf(address, options), ...sourceToken(context) })
      const started = options.sync ? await api.sync(added.id, false) : added
      const source = options.sync ? await waitForSync(api, started, context) : started
      print(source, () => printSync(terminal, source))
      if (source.counts?.held) terminal.note('Review what waits: repertoire inbox')
      return options.sync ? codeOfSync(source) : exitCodes.ok
    })
}

function sourceOf(address: string, options: AddOptions): SourceCreate {
  const place = sourcePlace(address, options)
  const { name = addressOf(place), auto, every, policy, minAge = null } = options
  return {
    ...{ name, source_type: place.source_type, review_policy: policy },
    minimum_update_age_days: minAge,
    config: {
      ...place.config,
      sync_policy: auto ? 'auto' : 'manual',
      ...(every !== undefined && { sync_interval_minutes: every }),
    },
  }
}

function days(text: string): number {
  if (!/^\d{1,3}$/.test(text)) throw new InvalidArgumentError('It is a number of days.')
  return Number(text)
}

function minutes(text: string): number {
  if (!/^\d{1,6}$/.test(text)) throw new InvalidArgumentError('It is a number of minutes.')
  return Number(text)
}
