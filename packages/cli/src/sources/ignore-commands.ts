import type { IgnoredEntryBody } from '@repertoire/client'
import { Command } from 'commander'
import type { CommandContext } from '../command/command-context.ts'
import { CommandError, exitCodes } from '../command/exit-codes.ts'
import type { ConnectionOptions } from '../connection/connection.ts'
import { addConnectionOptions } from '../connection/connection-options.ts'
import { connectSources } from '../connection/sources-api.ts'
import { sanitizeJson, sanitizeText } from '../terminal/sanitize-text.ts'

interface IgnoreOptions extends ConnectionOptions {
  digest?: string
  reason: string
  json: boolean
}

/** `repertoire sources ignore`. */
export function ignoreCommand(context: CommandContext): Command {
  const command = new Command('ignore')
    .description('ignore a skill of a source, or one version of it; without a path list them')
    .argument('<source>', 'name or id')
    .argument('[path]', 'of the skill in its source, as `repertoire inbox` prints it')
    .option('--digest <digest>', 'only this version; later ones wait again')
    .option('--reason <text>', 'for the record', '')
    .option('--json', 'print one JSON object per line', false)
    .exitOverride()
  return addConnectionOptions(command).action(
    async (name: string, path: string | undefined, options: IgnoreOptions) => {
      const { terminal } = context
      const api = connectSources(options, context)
      const { id } = await api.find(name)
      const { digest = null, reason, json } = options
      const items =
        path === undefined
          ? await api.ignored(id)
          : [await api.ignore(id, { path, digest, reason })]
      for (const one of items) terminal.out(json ? sanitizeJson(one) : lineOf(one))
      if (items.length === 0) terminal.note('Nothing of this source is ignored.')
      context.setExitCode(exitCodes.ok)
    },
  )
}

/** `repertoire sources watch`. */
export function watchCommand(context: CommandContext): Command {
  const command = new Command('watch')
    .description('ignore something no longer: the next sync brings what is new of it')
    .argument('<source>', 'name or id')
    .argument('<id>', 'as `repertoire sources ignore SOURCE` prints it, or the path')
    .exitOverride()
  return addConnectionOptions(command).action(
    async (name: string, wanted: string, options: ConnectionOptions) => {
      const api = connectSources(options, context)
      const source = await api.find(name)
      const meant = (await api.ignored(source.id)).filter(
        ({ id, path }) => id === wanted || path === wanted,
      )
      if (meant.length === 0) throw notIgnored(wanted)
      for (const { id } of meant) await api.stopIgnoring(source.id, id)
      const shown = sanitizeText(wanted)
      context.terminal.out(`${shown} is ignored no longer. repertoire sources sync brings it.`)
      context.setExitCode(exitCodes.ok)
    },
  )
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
