import { isAbsolute, relative, sep } from 'node:path'
import { type ProfileName, profileNames } from '@repertoire/skill-md'
import { Command, Option } from 'commander'
import type { CommandContext } from '../command/command-context.ts'
import { type ExitCode, exitCodes } from '../command/exit-codes.ts'
import { findSkills, noSkillFound } from '../import/find-skills.ts'
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

Without a profile a file is refused only if it cannot be read at all; repairs are reported as
diagnostics. --json prints one object per line: path, ok, name, repaired, diagnostics (code, severity,
line, column, message). In a folder without any SKILL.md every Markdown file is checked.

Exit codes: 0 nothing refused, 1 something refused, 2 a path is missing.`

/** `repertoire lint`; needs no server. */
export function lintCommand(context: CommandContext): Command {
  return new Command('lint')
    .description('check SKILL.md files')
    .argument('<paths...>', 'folders to search, or single Markdown files')
    .addOption(
      new Option('--profile <name>', 'also check these strict rules').choices(profileNames),
    )
    .option('--json', 'print one JSON object per file and line', false)
    .addHelpText('after', examples)
    .action(async (paths: string[], options: LintOptions) => {
      context.setExitCode(await runLint(paths, options, context))
    })
}

async function runLint(
  paths: readonly string[],
  options: LintOptions,
  { terminal, cwd }: CommandContext,
): Promise<ExitCode> {
  // All targets first: a mistyped path is no lint result.
  const targets = (await Promise.all(paths.map((path) => targetsAt(path, cwd)))).flat()
  const counts = { ok: 0, repaired: 0, refused: 0 }
  for (const target of targets) {
    const result = lintFile(target, options.profile)
    counts[result.ok ? 'ok' : 'refused'] += 1
    if (result.repaired) counts.repaired += 1
    printResult(terminal, result, options)
  }
  printSummary(terminal, counts, options)
  return counts.refused === 0 ? exitCodes.ok : exitCodes.negative
}

async function targetsAt(givenPath: string, cwd: string): Promise<LintTarget[]> {
  const { skills, markdown, unreadable } = await findSkills(givenPath, cwd)
  const readable = skills.length > 0 ? skills.map(({ skillMd }) => skillMd) : markdown
  const files = [...readable, ...unreadable]
  if (files.length === 0) throw noSkillFound(givenPath)
  return files.map(({ file }) => ({ file, path: pathAsWritten(file, givenPath, cwd) }))
}

/** Relative for a relative argument, absolute for an absolute one; with `/` everywhere. */
function pathAsWritten(file: string, givenPath: string, cwd: string): string {
  return (isAbsolute(givenPath) ? file : relative(cwd, file)).replaceAll(sep, '/')
}
