import type { IgnoredEntryBody } from '@repertoire/client'
import type { Command } from 'commander'
import type { CommandContext } from '../command/command-context.ts'
import { CommandError, exitCodes } from '../command/exit-codes.ts'
import { ServerCommand } from '../connection/server-command.ts'
import { connectSources } from '../connection/sources-api.ts'
import { sanitizeText } from '../terminal/sanitize-text.ts'

interface IgnoreOptions {
  digest?: string
  reason: string
}

/** `repertoire sources ignore`. */
export function ignoreCommand(context: CommandContext): Command {
  return new ServerCommand('ignore', context)
    .description('ignore a skill of a source, or one version of it; without a path list them')
    .argument('<source>', 'name or id')
    .argument('[path]', 'of the skill in its source, as `repertoire inbox` prints it')
    .option('--digest <digest>', 'only this version; later ones wait again')
    .option('--reason <text>', 'for the record', '')
    .json('print one JSON object per line')
    .runOnServer(async (server, name: string, path: string | undefined, options: IgnoreOptions) => {
      const { terminal, print } = server
      const api = connectSources(server)
      const { id } = await api.find(name)
      const { digest = null, reason } = options
      const items =
        path === undefined
          ? await api.ignored(id)
          : [await api.ignore(id, { path, digest, reason })]
      for (const one of items) print(one, lineOf(one))
      if (items.length === 0) terminal.note('Nothing of this source is ignored.')
    })
}

/** `repertoire sources watch`. */
export function watchCommand(context: CommandContext): Command {
  return new ServerCommand('watch', context)
    .description('ignore something no longer: the next sync brings what is new of it')
    .argument('<source>', 'name or id')
    .argument('<id>', 'as `repertoire sources ignore SOURCE` prints it, or the path')
    .json()
    .runOnServer(async (server, name: string, wanted: string) => {
      const api = connectSources(server)
      const source = await api.find(name)
      const meant = (await api.ignored(source.id)).filter(
        ({ id, path }) => id === wanted || path === wanted,
      )
      if (meant.length === 0) throw notIgnored(wanted)
      for (const { id } of meant) await api.stopIgnoring(source.id, id)
      const shown = sanitizeText(wanted)
      const ids = meant.map(({ id }) => id)
      const done = `${shown} is ignored no longer. repertoire sources sync brings it.`
      server.print({ ids, removed: true }, done)
    })
}

function lineOf({ id, path, digest, reason, by_name: name, at }: IgnoredEntryBody): string {
  const what = digest === null ? 'all versions' : digest.slice(0, 19)
  const why = reason === '' ? '' : `: ${sanitizeText(reason)}`
  const who = sanitizeText(name ?? 'a former member')
  return `${id}  ${sanitizeText(path)}  ${what}  ${who}, ${at}${why}`
}

function notIgnored(wanted: string): CommandError {
  const hint = 'repertoire sources ignore SOURCE lists what is ignored.'
  const message = `${JSON.stringify(sanitizeText(wanted))} is not ignored.`
  return new CommandError(message, hint, exitCodes.negative)
}
