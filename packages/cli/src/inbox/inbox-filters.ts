import type { InboxEntryBody, InboxFilterParams } from '@repertoire/client'
import { type Command, Option } from 'commander'
import type { Server } from '../connection/api.ts'
import { connectSources } from '../connection/sources-api.ts'

export interface FilterOptions {
  kind?: InboxEntryBody['kind']
  source?: string
  verdict?: NonNullable<InboxEntryBody['verdict']>
  licence?: string
  permission?: InboxEntryBody['permissions'][number]
  text?: string
  alike?: string
  json: boolean
}

export function addFilterOptions<Built extends Command>(command: Built): Built {
  return command
    .addOption(
      new Option('--kind <kind>', 'only these').choices([
        ...['approval', 'tool', 'import', 'update', 'proposal', 'offer'],
      ]),
    )
    .addOption(
      new Option('--verdict <verdict>', 'only those of this verdict').choices([
        ...['clean', 'notice', 'review', 'blocked', 'incomplete'],
      ]),
    )
    .addOption(
      new Option('--permission <kind>', 'only those that newly ask for it').choices([
        ...['tools', 'hooks', 'scripts', 'hosts', 'env'],
      ]),
    )
    .option('--source <source>', 'only those of this source, by name or id')
    .option('--licence <expression>', 'only those with this licence, or `none`')
    .option('--alike <reason>', 'only those that wait for this reason, as the list shows it')
    .option('--text <text>', 'in name, description, reason or path')
    .option('--json', 'print one JSON object per entry and line', false)
}

export async function filterOf(options: FilterOptions, server: Server): Promise<InboxFilterParams> {
  const { kind, verdict, licence, permission, text, alike, source } = options
  const source_id = source && (await connectSources(server).find(source)).id
  return { kind, verdict, licence, permission, text, alike, source_id }
}
