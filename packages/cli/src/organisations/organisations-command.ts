import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { OrganisationBody } from '@repertoire/client'
import { Command } from 'commander'
import type { CommandContext } from '../command/command-context.ts'
import { CommandError } from '../command/exit-codes.ts'
import type { ConnectionOptions } from '../connection/connection.ts'
import { ServerCommand } from '../connection/server-command.ts'
import { sanitizeText } from '../terminal/sanitize-text.ts'
import { connectOrganisations, type OrganisationsApi } from './organisations-api.ts'

const examples = `
Examples:
  $ repertoire organisations                              all of the server, deleted ones too
  $ repertoire organisations create "Acme" --owner "Ada"  prints the key of its first owner, once
  $ repertoire organisations rename ten_4f1c "Acme Ltd"
  $ repertoire organisations export ten_4f1c acme.zip     everything it keeps, without keys and secrets
  $ repertoire organisations delete ten_4f1c acme.zip     exports it, then deletes it
  $ repertoire organisations restore ten_4f1c             within thirty days

Needs the operator's key in REPERTOIRE_OPERATOR_KEY; the server reads the same variable.

Exit codes: 0 done, 1 there is no such organisation, or it is the last one, 2 the command failed.`

/** `repertoire organisations`. */
export function organisationsCommand(context: CommandContext): Command {
  return new Command('organisations')
    .description('list, create, rename, export, delete and restore organisations, as the operator')
    .addHelpText('after', examples)
    .addCommand(listCommand(context), { isDefault: true })
    .addCommand(createCommand(context))
    .addCommand(renameCommand(context))
    .addCommand(exportCommand(context))
    .addCommand(deleteCommand(context))
    .addCommand(restoreCommand(context))
}

function listCommand(context: CommandContext): Command {
  return new ServerCommand('list', context)
    .description('list organisations')
    .json('print one JSON object per organisation and line')
    .run(async ({ print }, options: ConnectionOptions) => {
      for (const one of await connectOrganisations(options, context).list()) print(one, lineOf(one))
    })
}

interface CreateOptions extends ConnectionOptions {
  owner: string
}

function createCommand(context: CommandContext): Command {
  return new ServerCommand('create', context)
    .description('create an organisation and print the key of its first owner')
    .argument('<name>', 'name of the organisation')
    .option('--owner <name>', 'name of its first owner', 'Owner')
    .json()
    .run(async ({ terminal, print }, name: string, options: CreateOptions) => {
      const made = await connectOrganisations(options, context).create(name, options.owner)
      print(made, [lineOf(made), made.key])
      terminal.note('This key of its owner is shown only now.')
    })
}

function renameCommand(context: CommandContext): Command {
  return new ServerCommand('rename', context)
    .description('rename an organisation')
    .argument('<id>', 'the organisation')
    .argument('<name>', 'its new name')
    .json()
    .run(async ({ print }, id: string, name: string, options: ConnectionOptions) => {
      const renamed = await connectOrganisations(options, context).rename(id, name)
      print(renamed, lineOf(renamed))
    })
}

function exportCommand(context: CommandContext): Command {
  return new ServerCommand('export', context)
    .description('write everything an organisation keeps to a zip')
    .argument('<id>', 'the organisation')
    .argument('<file>', 'the zip, which must not exist')
    .run(async (_, id: string, file: string, options: ConnectionOptions) => {
      await writeExport(connectOrganisations(options, context), { id, file }, context)
    })
}

function deleteCommand(context: CommandContext): Command {
  return new ServerCommand('delete', context)
    .description('export an organisation to a zip, then delete it')
    .argument('<id>', 'the organisation')
    .argument('<file>', 'the zip, which must not exist')
    .json()
    .run(async ({ terminal, print }, id: string, file: string, options: ConnectionOptions) => {
      const api = connectOrganisations(options, context)
      await writeExport(api, { id, file }, context)
      await api.remove(id)
      const done = 'Deleted. It can be restored for thirty days.'
      print({ id, file: resolve(context.cwd, file), deleted: true }, () => terminal.note(done))
    })
}

function restoreCommand(context: CommandContext): Command {
  return new ServerCommand('restore', context)
    .description('restore a deleted organisation')
    .argument('<id>', 'the organisation')
    .json()
    .run(async ({ print }, id: string, options: ConnectionOptions) => {
      const restored = await connectOrganisations(options, context).restore(id)
      print(restored, lineOf(restored))
    })
}

interface ExportTarget {
  readonly id: string
  readonly file: string
}

/** Only its owner can read the file: it has what people wrote. */
async function writeExport(
  api: OrganisationsApi,
  { id, file }: ExportTarget,
  { cwd, terminal }: CommandContext,
): Promise<void> {
  const path = resolve(cwd, file)
  const bytes = await api.export(id)
  try {
    await writeFile(path, bytes, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    const hint = reason === 'EEXIST' ? 'It exists already: name another file.' : undefined
    throw new CommandError(`${path} could not be written (${reason}).`, hint)
  }
  terminal.note(`Exported to ${path}.`)
}

function lineOf({ id, name, kept_until }: OrganisationBody): string {
  const state = kept_until === null ? '' : `  deleted, kept until ${kept_until.slice(0, 10)}`
  return `${sanitizeText(id)}  ${sanitizeText(name)}${state}`
}
