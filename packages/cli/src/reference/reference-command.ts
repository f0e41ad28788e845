import { readFile, writeFile } from 'node:fs/promises'
import { dirname, relative, resolve, sep } from 'node:path'
import {
  folderNameOf,
  loadSkillMd,
  readTriggerTests,
  slugOf,
  findTriggerTestFile,
} from '@repertoire/skill-md'
import { Command } from 'commander'
import { CommandError, type ExitCode, exitCodes } from '../exit-codes.ts'
import { type FoundSkill, findSkills, noSkillIn } from '../import/find-skills.ts'
import type { Surroundings } from '../surroundings.ts'
import { plainText } from '../terminal/plain-text.ts'
import { type ReferencedSkill, referencePage } from './reference-page.ts'

interface ReferenceOptions {
  output?: string
  check: boolean
}

const examples = `
Examples:
  $ repertoire reference skills/                                  the page on stdout
  $ repertoire reference skills/ --output docs/skills.md
  $ repertoire reference skills/ --output docs/skills.md --check   in CI: is the page current?

Exit codes: 0 written or current, 1 not current or a skill cannot be read, 2 a path is not there.`

/** `repertoire reference`; needs no server. */
export function referenceCommand(around: Surroundings): Command {
  return new Command('reference')
    .description('make a page of Markdown about the skills of a folder')
    .argument('<folder>', 'where the skills are')
    .option('-o, --output <file>', 'write it there instead of printing it')
    .option('--check', 'write nothing; say whether the file is what would be written', false)
    .addHelpText('after', examples)
    .action(async (folder: string, options: ReferenceOptions) => {
      around.finish(await runReference(folder, options, around))
    })
}

async function runReference(
  folder: string,
  { output, check }: ReferenceOptions,
  { terminal, cwd }: Surroundings,
): Promise<ExitCode> {
  const { skills } = await findSkills(folder, cwd)
  if (skills.length === 0) throw noSkillIn(folder)
  const from = output === undefined ? cwd : dirname(resolve(cwd, output))
  const read = await Promise.all(skills.map((skill) => referenced(skill, from)))
  const unread = read.flatMap((one) => (typeof one === 'string' ? [one] : []))
  for (const path of unread) terminal.note(`Cannot be read: ${plainText(path)}`)
  const page = referencePage(read.flatMap((one) => (typeof one === 'string' ? [] : [one])))
  const ended = unread.length === 0 ? exitCodes.ok : exitCodes.negative
  if (output === undefined) {
    if (check) throw new CommandError('--check needs the file: give it with --output.')
    terminal.out(page.trimEnd())
    return ended
  }
  if (!check) {
    await writeFile(resolve(cwd, output), page)
    return ended
  }
  const there = await readFile(resolve(cwd, output), 'utf8').catch(() => null)
  if (there === page) return ended
  terminal.note(`${plainText(output)} is not current. Write it anew: leave --check out.`)
  return exitCodes.negative
}

/** The path of a skill that cannot be read. */
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
