import { Command } from 'commander'
import type { CommandContext } from '../command/command-context.ts'
import { confirmed } from '../command/confirmed.ts'
import { type ExitCode, exitCodes } from '../command/exit-codes.ts'
import { ServerCommand } from '../connection/server-command.ts'
import { connectSources, type SourcesApi } from '../connection/sources-api.ts'
import { sanitizeText } from '../terminal/sanitize-text.ts'
import { addSourceCommand } from './add-source-command.ts'
import { ignoreCommand, watchCommand } from './ignore-commands.ts'
import { codeOfSync, printSource, printStatus, printSync } from './source-lines.ts'
import { waitForSync } from './wait-for-sync.ts'

const examples = `
Examples:
  $ repertoire sources                                          where skills come from
  $ repertoire sources add acme/runbooks --path skills --auto   a repository on GitHub, synced by itself
  $ repertoire sources add https://git.example/team/skills.git
  $ repertoire sources sync acme/runbooks                       now; without a name all that are due
  $ repertoire sources status acme/runbooks                     with what could not be read
  $ repertoire sources ignore acme/runbooks skills/old --reason "We have our own"
  $ repertoire sources watch acme/runbooks skills/old             its next version waits again
  $ repertoire sources remove acme/runbooks                     its skills stay
  $ repertoire sources remove Samples                           the skills that came with the server go
  $ repertoire sources restore Samples                          and are back

A token of a private source is read from REPERTOIRE_SOURCE_TOKEN. What comes in waits: repertoire inbox.

Exit codes: 0 done, 1 something failed or is not there, 2 the command failed, 130 stopped by Ctrl-C.`

/** `repertoire sources`. */
export function sourcesCommand(context: CommandContext): Command {
  return new Command('sources')
    .description(
      'places that skills come from: list, add, sync, ignore, watch, remove, restore, status',
    )
    .addHelpText('after', examples)
    .addCommand(listCommand(context), { isDefault: true })
    .addCommand(addSourceCommand(context))
    .addCommand(syncCommand(context))
    .addCommand(statusCommand(context))
    .addCommand(ignoreCommand(context))
    .addCommand(watchCommand(context))
    .addCommand(removeCommand(context))
    .addCommand(restoreCommand(context))
}

function listCommand(context: CommandContext): Command {
  return new ServerCommand('list', context)
    .description('list sources with the status of their last sync')
    .json('print one JSON object per source and line')
    .runOnServer(async (server) => {
      const { terminal, print } = server
      const items = await connectSources(server).list()
      for (const item of items) print(item, () => printSource(terminal, item))
      if (items.length === 0) terminal.note('There is no source. Add one: repertoire sources add')
    })
}

interface SyncOptions {
  force: boolean
}

function syncCommand(context: CommandContext): Command {
  return new ServerCommand('sync', context)
    .description('sync a source now, or all that are due')
    .argument('[source]', 'name or id')
    .option('--force', 'read everything, also when nothing moved', false)
    .json('print one JSON object per source and line')
    .runOnServer(async (server, name: string | undefined, options: SyncOptions) => {
      const { terminal, print } = server
      const api = connectSources(server)
      const started = await startSyncs(api, name, options)
      if (started.length === 0) terminal.note('No source is due.')
      const codes: ExitCode[] = []
      for (const one of started) {
        const source = await waitForSync(api, one, context)
        print(source, () => printSync(terminal, source))
        codes.push(codeOfSync(source))
      }
      return codes.find((code) => code !== exitCodes.ok) ?? exitCodes.ok
    })
}

async function startSyncs(api: SourcesApi, name: string | undefined, { force }: SyncOptions) {
  if (name !== undefined) return [await api.sync((await api.find(name)).id, force)]
  const ids = new Set(await api.syncStale())
  return (await api.list()).filter(({ id }) => ids.has(id))
}

function statusCommand(context: CommandContext): Command {
  return new ServerCommand('status', context)
    .description('show a source: settings, last sync, and what could not be read')
    .argument('<source>', 'name or id')
    .json()
    .runOnServer(async (server, name: string) => {
      const { terminal, print } = server
      const api = connectSources(server)
      const source = await api.find(name)
      const items = await api.items(source.id)
      print({ ...source, items }, () => printStatus(terminal, { source, items }))
      return source.last_sync_error ? exitCodes.negative : exitCodes.ok
    })
}

interface RemoveOptions {
  yes: boolean
}

function removeCommand(context: CommandContext): Command {
  return new ServerCommand('remove', context)
    .description('remove a source and what waits of it; its skills stay, except samples')
    .argument('<source>', 'name or id')
    .option('--yes', 'do not ask for confirmation', false)
    .json()
    .runOnServer(async (server, wanted: string, { yes }: RemoveOptions) => {
      const { terminal, print } = server
      const api = connectSources(server)
      const { id, name, source_type: kind } = await api.find(wanted)
      const areSamples = kind === 'samples'
      const shown = `“${sanitizeText(name)}”`
      const what = areSamples ? 'the skills of it that nobody edited' : 'what waits of it'
      const question = { text: `Remove ${shown} and ${what}?`, isAnswered: yes }
      if (!(await confirmed(question, context))) {
        terminal.note('Nothing was removed.')
        return exitCodes.negative
      }
      await api.remove(id)
      const next = areSamples ? `Undo: repertoire sources restore ${id}` : 'Its skills stay.'
      print({ id, removed: true }, `Removed ${shown}. ${next}`)
      return exitCodes.ok
    })
}

function restoreCommand(context: CommandContext): Command {
  return new ServerCommand('restore', context)
    .description('bring removed samples back, with their ids and history')
    .argument('<source>', 'name or id')
    .json()
    .runOnServer(async (server, wanted: string) => {
      const api = connectSources(server)
      const restored = await api.restore((await api.find(wanted)).id)
      server.print(restored, `Restored “${sanitizeText(restored.name)}”.`)
    })
}
