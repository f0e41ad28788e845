import { stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { SkillSummary } from '@repertoire/client'
import { isSlug } from '@repertoire/skill-md'
import { Command, Option } from 'commander'
import { type Api, connect } from '../connection/api.ts'
import type { ConnectionOptions } from '../connection/connection.ts'
import { addConnectionOptions } from '../connection/connection-options.ts'
import { CommandError, exitCodes } from '../exit-codes.ts'
import type { Surroundings } from '../surroundings.ts'
import { plainText } from '../terminal/plain-text.ts'

interface ExportOptions extends ConnectionOptions {
  output?: string
  scope?: 'org' | 'user'
  zip: boolean
  force: boolean
}

const examples = `
Examples:
  $ repertoire export weekly-report               weekly-report.md, or .zip when it has further files
  $ repertoire export weekly-report -o out/       into that folder
  $ repertoire export weekly-report -o w.zip      a zip in any case

The same revision is always the same bytes. A file that is there is overwritten only with --force.

Exit codes: 0 written, 1 no such skill, 2 could not be asked or written.`

/** `repertoire export`. */
export function exportCommand(around: Surroundings): Command {
  const command = new Command('export')
    .description('write a skill to a file, ready for any agent')
    .argument('<slug-or-id>', 'the skill')
    .option('-o, --output <path>', 'the file, or the folder to put it in')
    .addOption(
      new Option('--scope <scope>', 'which, when both have it; else one’s own').choices([
        'org',
        'user',
      ]),
    )
    .option('--zip', 'a zip even when there is only a SKILL.md', false)
    .option('--force', 'overwrite the file', false)
    .addHelpText('after', examples)
  return addConnectionOptions(command).action(async (wanted: string, options: ExportOptions) => {
    const api = connect(options, around)
    const skill = await api.find(wanted, options.scope)
    if (skill) await write(api, { skill, options }, around)
    else around.terminal.note(`There is no skill ${JSON.stringify(plainText(wanted))}.`)
    around.finish(skill ? exitCodes.ok : exitCodes.negative)
  })
}

interface Export {
  skill: SkillSummary
  options: ExportOptions
}

async function write(api: Api, { skill, options }: Export, around: Surroundings): Promise<void> {
  const { output = '.', zip, force } = options
  const asZip = zip || /\.(?:zip|skill)$/i.test(output)
  const { bytes, format } = await api.exportPackage(skill.id, asZip ? 'zip' : undefined)
  const file = await fileFor(resolve(around.cwd, output), output, nameOf(skill, format))
  if (format === 'zip' && /\.md$/i.test(file)) {
    const hint = 'Name it .zip, or leave -o out.'
    throw new CommandError(`${skill.slug} has further files and is written as a zip.`, hint)
  }
  await writeFile(file, bytes, { flag: force ? 'w' : 'wx' }).catch((error: Error) => {
    const isThere = 'code' in error && error.code === 'EEXIST'
    if (isThere) throw new CommandError(`${file} is there already.`, 'Overwrite it with --force.')
    throw new CommandError(`Cannot write ${file}: ${error.message}`)
  })
  const count = skill.file_count === 1 ? '1 file' : `${skill.file_count} files`
  around.terminal.out(`${plainText(file)}  (${count}, ${bytes.length} bytes)`)
}

/** A slug can be a file name anywhere; what a server sends instead of one is not used. */
function nameOf({ slug }: SkillSummary, format: 'md' | 'zip'): string {
  return `${isSlug(slug) ? slug : 'skill'}.${format}`
}

async function fileFor(path: string, named: string, name: string): Promise<string> {
  const found = await stat(path).catch(() => undefined)
  if (found?.isDirectory()) return join(path, name)
  if (/[/\\]$/.test(named)) throw new CommandError(`There is no folder ${named}.`)
  return path
}
