import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { type ProfileName, profileNames, truncate } from '@repertoire/skill-md'
import { Command, Option } from 'commander'
import type { CommandContext } from '../command/command-context.ts'
import { type ExitCode, exitCodes } from '../command/exit-codes.ts'
import { evaluateFolders } from '../eval/eval-command.ts'
import { plural } from '../terminal/plural.ts'
import { sanitizeText } from '../terminal/sanitize-text.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { type CheckFormat, checkFormats, formatCheck } from './check-formats.ts'
import { type CheckedSkill, countFindings } from './check-result.ts'
import { checkSkill } from './check-skill.ts'
import { findSkillsToCheck } from './find-skills-to-check.ts'
import {
  addScanPolicyOptions,
  type ScanPolicyOptions,
  scanPolicyOf,
} from './scan-policy-options.ts'
import { withTriggerFindings } from './trigger-findings.ts'

interface CheckCommandOptions extends ScanPolicyOptions {
  profile?: ProfileName
  allowLicence?: string[]
  triggers: boolean
  strict: boolean
  format: CheckFormat
  json?: true
  output?: string
}

const examples = `
Examples:
  $ repertoire check .                              every skill below this folder
  $ repertoire check skills/ --strict --allow-licence MIT Apache-2.0
  $ repertoire check skills/ --preset strict --severity supply.shortener=high
  $ repertoire check skills/ --format sarif --output skills.sarif

Checks what \`lint\` reports, what the scan of the server would find, the licence, and the trigger tests in
evals/triggers.yaml. It needs no server and no network, so it runs in CI: see
docs/examples/check-skills.yaml. A message of the trigger tests that goes wrong, a finding that a server
would hold back and reserved rights are errors.

Exit codes: 0 every skill passed, 1 one did not, 2 a path is missing.`

const colours = { error: 'red', warning: 'yellow', note: 'blue' } as const

/** `repertoire check`. */
export function checkCommand(context: CommandContext): Command {
  const command = new Command('check')
    .description('check skills for CI: lint, scan, licence and trigger tests')
    .argument('[paths...]', 'folders to search, or single Markdown files (default: .)')
    .addOption(new Option('--profile <name>', 'also these strict rules').choices(profileNames))
    .option('--allow-licence <ids...>', 'SPDX identifiers; any other licence is an error')
    .option('--no-triggers', 'leave out the trigger tests')
    .option('--strict', 'warnings fail as well', false)
    .addOption(
      new Option('--format <format>', 'of the report').choices(checkFormats).default('text'),
    )
    .addOption(new Option('--json', 'the same as --format json').conflicts('format'))
    .option('-o, --output <file>', 'write the report to a file')
    .addHelpText('after', examples)
  return addScanPolicyOptions(command).action(
    async (paths: string[], options: CheckCommandOptions) => {
      context.setExitCode(await runCheck(paths.length > 0 ? paths : ['.'], options, context))
    },
  )
}

async function runCheck(
  paths: readonly string[],
  options: CheckCommandOptions,
  context: CommandContext,
): Promise<ExitCode> {
  const { terminal, cwd } = context
  const { profile, allowLicence: allowLicences = [], output } = options
  const format = options.json ? 'json' : options.format
  const scanPolicy = scanPolicyOf(options)
  const checked: CheckedSkill[] = []
  for (const skill of await findSkillsToCheck(paths, cwd)) {
    checked.push(await checkSkill(skill, { profile, allowLicences, scanPolicy }))
  }
  const skills = options.triggers
    ? withTriggerFindings(checked, await evaluateFolders(paths, { within: 3 }, context))
    : checked
  if (format === 'text') printFindings(skills, terminal)
  else {
    const report = formatCheck(skills, format, options)
    if (output === undefined) terminal.out(report)
    else await writeFile(resolve(cwd, output), `${report}\n`)
  }
  const counts = countFindings(skills, options)
  const passed = counts.skills - counts.failed
  const found = `${plural(counts.error, 'error')}, ${plural(counts.warning, 'warning')}`
  const all = `${passed} of ${plural(counts.skills, 'skill')} passed: ${found}`
  // Other formats have stdout for themselves.
  if (format === 'text') terminal.out(all)
  else terminal.note(all)
  return counts.failed === 0 ? exitCodes.ok : exitCodes.negative
}

function printFindings(skills: readonly CheckedSkill[], terminal: Terminal): void {
  for (const { path, line, column, level, message, rule, fix } of skills.flatMap(
    ({ findings }) => findings,
  )) {
    const place = terminal.paint('bold', `${sanitizeText(path)}:${line}:${column}`)
    const word = terminal.paint(colours[level], level)
    terminal.out(`${place} ${word} ${sanitizeText(message)} ${terminal.paint('dim', `[${rule}]`)}`)
    if (fix !== null) terminal.out(`    fix: ${truncate(sanitizeText(fix), 160)}`)
  }
}
