import { mkdir, writeFile } from 'node:fs/promises'
import { basename, join, relative, resolve } from 'node:path'
import { Command } from 'commander'
import type { CommandContext } from '../command/command-context.ts'
import { CommandError } from '../command/exit-codes.ts'
import { sanitizeText } from '../terminal/sanitize-text.ts'

interface InitOptions {
  licence: string
}

const examples = `
Examples:
  $ repertoire init weekly-report       weekly-report/SKILL.md and its trigger tests
  $ repertoire check weekly-report      says what is still to do
  $ repertoire import weekly-report

Exit codes: 0 written, 2 there is a skill already, or the folder cannot be written.`

/** `repertoire init`. */
export function initCommand(context: CommandContext): Command {
  return new Command('init')
    .description('write a first skill')
    .argument('[folder]', 'its folder, whose name is its name', 'my-first-skill')
    .option('--licence <id>', 'SPDX identifier', 'MIT')
    .addHelpText('after', examples)
    .action(async (folder: string, options: InitOptions) => {
      await writeSkill(folder, options, context)
    })
}

async function writeSkill(
  given: string,
  { licence }: InitOptions,
  { cwd, terminal }: CommandContext,
): Promise<void> {
  const folder = resolve(cwd, given)
  const name = basename(folder).toLowerCase()
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name) || name.length > 64) {
    throw new CommandError(
      `${JSON.stringify(basename(folder))} is no name of a skill.`,
      'Use lower-case letters, digits and single hyphens, like weekly-report.',
    )
  }
  if (!/^[A-Za-z0-9.+-]+$/.test(licence)) {
    throw new CommandError(`${JSON.stringify(licence)} is no SPDX identifier.`, 'Such as MIT.')
  }
  const files = [
    { path: 'SKILL.md', text: skillMd(name, licence) },
    { path: join('evals', 'triggers.yaml'), text: triggers(name) },
  ]
  for (const { path, text } of files) {
    const file = join(folder, path)
    try {
      await mkdir(resolve(file, '..'), { recursive: true })
      await writeFile(file, text, { flag: 'wx' })
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException
      const reason = code === 'EEXIST' ? `There is ${file} already.` : `Cannot write: ${message}`
      throw new CommandError(sanitizeText(reason))
    }
    terminal.out(sanitizeText(relative(cwd, file)))
  }
  terminal.note(`Change it, then: repertoire check ${sanitizeText(given)}`)
}

function wordsOf(name: string): string {
  return name.replaceAll('-', ' ')
}

function skillMd(name: string, licence: string): string {
  return `---
name: ${name}
description: Says how we do ${wordsOf(name)}. Use when somebody asks for ${wordsOf(name)}.
license: ${licence}
---
# ${name}

1. Say what has to be known before anything is done.
2. Say the steps, and how to see that each went well.
3. Say what the answer has to look like.

Put longer texts beside this file, under references/, and programs under scripts/.
`
}

function triggers(name: string): string {
  return `# Messages that have to find this skill, and messages that must not.
must_surface:
  - "Please help me with ${wordsOf(name)}"
must_not_surface:
  - "What is the weather like in Lisbon?"
`
}
