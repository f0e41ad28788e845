import { isAbsolute, relative, sep } from 'node:path'
import { type ProfileName, profileNames } from '@repertoire/skill-md'
import { Command, Option } from 'commander'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { findSkills, noSkillIn } from '../import/find-skills.ts'
import type { Surroundings } from '../surroundings.ts'
import { type LintTarget, lintFile } from './lint-file.ts'
import { printResult, printSummary } from './lint-report.ts'

interface LintOptions {
  profile?: ProfileName
  json: boolean
}

const examples = `
Examples:
  $ repertoire lint .                          every SKILL.md below this folder
  $ repertoire lint --profile spec skills/     by the strict rules of the open format
  $ repertoire lint --json . | jq 'select(.repaired)'

Without a profile a file is refused only when it cannot be read at all; what had to be repaired is a
remark. --json prints one object a line: path, ok, name, repaired, diagnostics (code, severity, line,
column, message). In a folder without any SKILL.md every Markdown file is checked as one.

Exit codes: 0 nothing refused, 1 something refused, 2 a path is not there.`

/** `repertoire lint`; needs no server. */
export function lintCommand(around: Surroundings): Command {
  return new Command('lint')
    .description('check SKILL.md files')
    .argument('<paths...>', 'folders to search, or single Markdown files')
    .addOption(new Option('--profile <name>', 'strict rules to hold them to').choices(profileNames))
    .option('--json', 'one JSON object a file and line', false)
    .addHelpText('after', examples)
    .action(async (paths: string[], options: LintOptions) => {
      around.finish(await runLint(paths, options, around))
    })
}

async function runLint(
  paths: readonly string[],
  options: LintOptions,
  { terminal, cwd }: Surroundings,
): Promise<ExitCode> {
  // All of them first: a mistyped path is no lint result.
  const targets = (await Promise.all(paths.map((path) => targetsAt(path, cwd)))).flat()
  const counts = { ok: 0, repaired: 0, refused: 0 }
  for (const target of targets) {
    const result = lintFile(target, options.profile)
    counts[result.ok ? 'ok' : 'refused'] += 1
    if (result.repaired) counts.repaired += 1
    printResult(terminal, result, options.json)
  }
  printSummary(terminal, counts, options.json)
  return counts.refused === 0 ? exitCodes.ok : exitCodes.negative
}

async function targetsAt(named: string, cwd: string): Promise<LintTarget[]> {
  const { skills, markdown, unreadable } = await findSkills(named, cwd)
  const readable = skills.length > 0 ? skills.map(({ skillMd }) => skillMd) : markdown
  const files = [...readable, ...unreadable]
  if (files.length === 0) throw noSkillIn(named)
  return files.map(({ file }) => ({ file, path: pathAsWritten(file, named, cwd) }))
}

/** Relative for a relative argument, absolute for an absolute one; with `/` everywhere. */
function pathAsWritten(file: string, named: string, cwd: string): string {
  return (isAbsolute(named) ? file : relative(cwd, file)).replaceAll(sep, '/')
}
