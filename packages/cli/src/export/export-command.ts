import { stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { SkillSummary } from '@repertoire/client'
import { isSlug } from '@repertoire/skill-md'
import { type Command, Option } from 'commander'
import type { CommandContext } from '../command/command-context.ts'
import { CommandError } from '../command/exit-codes.ts'
import { notFound } from '../command/not-found.ts'
import { type Api, connect, type ExportForm } from '../connection/api.ts'
import { ServerCommand } from '../connection/server-command.ts'
import { plural } from '../terminal/plural.ts'
import { sanitizeText } from '../terminal/sanitize-text.ts'

interface ExportOptions {
  output?: string
  scope?: 'org' | 'user'
  zip: boolean
  form: ExportForm
  force: boolean
}

const examples = `
Examples:
  $ repertoire export weekly-report               weekly-report.md, or .zip if it has more files
  $ repertoire export weekly-report -o out/       into this folder
  $ repertoire export weekly-report -o w.zip      always a zip
  $ repertoire export weekly-report --form original   byte for byte as stored

The standard form is valid in the open format of agent skills: a valid name, equal to the folder, valid
values for its keys, and all other keys as written. A skill that is standard already stays as it is. The
same revision always gives the same bytes. An existing file is overwritten only with --force.

Exit codes: 0 written, 1 no such skill, 2 the command failed.`

/** `repertoire export`. */
export function exportCommand(context: CommandContext): Command {
  return new ServerCommand('export', context)
    .description('export a skill to a file for any agent')
    .argument('<slug-or-id>', 'the skill')
    .option('-o, --output <path>', 'target file or folder')
    .addOption(
      new Option('--scope <scope>', 'scope of the skill (default: user, then org)').choices([
        'org',
        'user',
      ]),
    )
    .option('--zip', 'always write a zip', false)
    .addOption(
      new Option('--form <form>', 'for other agents, or byte for byte')
        .choices(['standard', 'original'])
        .default('standard'),
    )
    .option('--force', 'overwrite an existing file', false)
    .addHelpText('after', examples)
    .runOnServer(async (server, wanted: string, options: ExportOptions) => {
      const api = connect(server)
      const skill = await api.find(wanted, options.scope)
      if (!skill) throw notFound('skill', wanted, 'See `repertoire list` or `repertoire search`.')
      await write(api, { skill, options }, context)
    })
}

interface Export {
  skill: SkillSummary
  options: ExportOptions
}

async function write(api: Api, { skill, options }: Export, context: CommandContext): Promise<void> {
  const { output = '.', zip, form, force } = options
  const asZip = zip || /\.(?:zip|skill)$/i.test(output)
  const { bytes, format } = await api.exportPackage(skill.id, asZip ? 'zip' : undefined, form)
  const file = await fileFor(resolve(context.cwd, output), output, nameOf(skill, format))
  if (format === 'zip' && /\.md$/i.test(file)) {
    const hint = 'Use a .zip name, or omit -o.'
    throw new CommandError(`${skill.slug} has more files and is exported as a zip.`, hint)
  }
  await writeFile(file, bytes, { flag: force ? 'w' : 'wx' }).catch((error: Error) => {
    const isThere = 'code' in error && error.code === 'EEXIST'
    if (isThere) throw new CommandError(`${file} already exists.`, 'Use --force to overwrite it.')
    throw new CommandError(`Cannot write ${file}: ${error.message}`)
  })
  const count = plural(skill.file_count, 'file')
  context.terminal.out(`${sanitizeText(file)}  (${count}, ${bytes.length} bytes)`)
}

/** Slugs are valid file names; anything else a server sends is not used. */
function nameOf({ slug }: SkillSummary, format: 'md' | 'zip'): string {
  return `${isSlug(slug) ? slug : 'skill'}.${format}`
}

async function fileFor(path: string, givenPath: string, name: string): Promise<string> {
  const found = await stat(path).catch(() => undefined)
  if (found?.isDirectory()) return join(path, name)
  if (/[/\\]$/.test(givenPath)) throw new CommandError(`There is no folder ${givenPath}.`)
  return path
}
