import { readFile, writeFile } from 'node:fs/promises'
import { dirname, relative, resolve, sep } from 'node:path'
import {
  findTriggerTestFile,
  folderNameOf,
  loadSkillMd,
  readTriggerTests,
  slugOf,
} from '@repertoire/skill-md'
import { Command } from 'commander'
import type { CommandContext } from '../command/command-context.ts'
import { CommandError, type ExitCode, exitCodes } from '../command/exit-codes.ts'
import { type FoundSkill, findSkills, noSkillFound } from '../import/find-skills.ts'
import { sanitizeText } from '../terminal/sanitize-text.ts'
import { type ReferencedSkill, referencePage } from './reference-page.ts'

interface ReferenceOptions {
  output?: string
  check: boolean
}

const examples = `
Examples:
  $ repertoire reference skills/                                  print the page
  $ repertoire reference skills/ --output docs/skills.md
  $ repertoire reference skills/ --output docs/skills.md --check   for CI: check that the page is current

Exit codes: 0 written or current, 1 outdated or a skill cannot be read, 2 a path is missing.`

/** `repertoire reference`; needs no server. */
export function referenceCommand(context: CommandContext): Command {
  return new Command('reference')
    .description('generate a Markdown reference of the skills in a folder')
    .argument('<folder>', 'folder of the skills')
    .option('-o, --output <file>', 'write to a file instead of stdout')
    .option('--check', 'do not write; check whether the file is current', false)
    .addHelpText('after', examples)
    .action(async (folder: string, options: ReferenceOptions) => {
      context.setExitCode(await runReference(folder, options, context))
    })
}

async function runReference(
  folder: string,
  { output, check }: ReferenceOptions,
  { terminal, cwd }: CommandContext,
): Promise<ExitCode> {
  const { skills } = await findSkills(folder, cwd)
  if (skills.length === 0) throw noSkillFound(folder)
  const from = output === undefined ? cwd : dirname(resolve(cwd, output))
  const read = await Promise.all(skills.map((skill) => referenced(skill, from)))
  const unread = read.flatMap((one) => (typeof one === 'string' ? [one] : []))
  for (const path of unread) terminal.note(`Cannot be read: ${sanitizeText(path)}`)
  const page = referencePage(read.flatMap((one) => (typeof one === 'string' ? [] : [one])))
  const ended = unread.length === 0 ? exitCodes.ok : exitCodes.negative
  if (output === undefined) {
    if (check) throw new CommandError('--check needs --output.')
    terminal.out(page.trimEnd())
    return ended
  }
  if (!check) {
    await writeFile(resolve(cwd, output), page)
    return ended
  }
  const there = await readFile(resolve(cwd, output), 'utf8').catch(() => null)
  if (there === page) return ended
  terminal.note(`${sanitizeText(output)} is outdated. Run it without --check to write it.`)
  return exitCodes.negative
}

/** Returns the path of a skill that cannot be read. */
async function referenced(
  { skillMd, others, path }: FoundSkill,
  from: string,
): Promise<ReferencedSkill | string> {
  const bytes = await readFile(skillMd.file).catch(() => null)
  const folderName = folderNameOf(path)
  const loaded = bytes && loadSkillMd(bytes, { folderName })
  if (!loaded?.ok) return path
  const { fields } = loaded.document
  const files = others.map((other) => other.path).toSorted()
  return {
    slug: slugOf(fields, folderName) ?? path,
    ...{ fields, files },
    link: relative(from, skillMd.file).split(sep).join('/'),
    triggers: await triggersOf(others, files),
  }
}

async function triggersOf(
  others: FoundSkill['others'],
  files: readonly string[],
): Promise<ReferencedSkill['triggers']> {
  const path = findTriggerTestFile(files)
  const file = others.find((other) => other.path === path)?.file
  const text = file && (await readFile(file, 'utf8').catch(() => null))
  if (!text) return null
  const { messages } = readTriggerTests(text)
  const must = messages.filter(({ mustSurface }) => mustSurface).length
  return { must, mustNot: messages.length - must }
}
