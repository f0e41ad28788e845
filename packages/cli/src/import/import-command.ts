import type { ImportItem } from '@repertoire/client'
import { type Command, Option } from 'commander'
import type { CommandContext } from '../command/command-context.ts'
import { type ExitCode, exitCodes } from '../command/exit-codes.ts'
import { connect, openServer } from '../connection/api.ts'
import { type JsonOptions, ServerCommand } from '../connection/server-command.ts'
import { createProgress } from '../terminal/progress.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { withAcceptCommand } from './accept-findings.ts'
import { checkSkills } from './check-skills.ts'
import {
  type Findings,
  type FoundFile,
  type FoundSkill,
  findSkills,
  noSkillFound,
} from './find-skills.ts'
import {
  type Counts,
  type ImportOutcome,
  printOutcome,
  summary,
  zeroCounts,
} from './import-outcome.ts'
import { findArchive } from './read-archive.ts'
import { sendSkills } from './send-skills.ts'

interface ImportOptions extends JsonOptions {
  scope: 'org' | 'user'
  dryRun: boolean
  sourceUrl?: string
  overwrite: boolean
  acknowledgeFindings?: string[]
}

const examples = `
Examples:
  $ repertoire import ./my-skills            every skill below the folder, with all its files
  $ repertoire import notes/SKILL.md         one file as one skill
  $ repertoire import weekly-report.zip      a zipped folder, as exported by \`repertoire export\`
  $ repertoire import ./my-skills --dry-run  read everything, send nothing
  $ repertoire import ./my-skills --json | jq 'select(.status == "refused")'

A folder with a SKILL.md is one skill. Folders named .git or node_modules and symbolic links are
skipped, and archives inside folders are not opened. Importing again changes nothing: identical
skills are unchanged. A skill whose slug one from another origin has is kept beside it, with its owner
in front (acme/report as acme-report). With --overwrite it is replaced; its revisions stay.

What the scan or a policy objects to is refused with its findings and its digest. Read them; with
--acknowledge-findings and that digest it is taken. Blocked content is taken from an owner alone.

Exit codes: 0 nothing refused, 1 something refused, 2 the command failed, 130 interrupted by Ctrl-C.`

/** `repertoire import`. */
export function importCommand(context: CommandContext): Command {
  return new ServerCommand('import', context)
    .description('import skills into the catalogue')
    .argument('<paths...>', 'folders to search, single Markdown files, or zipped skills')
    .addOption(
      new Option('--scope <scope>', 'scope of the imported skills')
        .choices(['org', 'user'])
        .default('org'),
    )
    .option(
      '--source-url <url>',
      'where the skills were taken from, such as https://github.com/acme/skills',
    )
    .option('--overwrite', 'replace skills of other origins that have the same slug', false)
    .option(
      '--acknowledge-findings <digests...>',
      'take contents of these digests, whose findings you read',
    )
    .json('print one JSON object per skill and line')
    .option('--dry-run', 'show what would be sent, without sending', false)
    .addHelpText('after', examples)
    .run(async (_, paths: string[], options: ImportOptions, command: Command) =>
      runImport({ paths, options, command }, context),
    )
}

interface ImportRun {
  readonly paths: readonly string[]
  readonly options: ImportOptions
  readonly command: Command
}

async function runImport(
  { paths, options, command }: ImportRun,
  context: CommandContext,
): Promise<ExitCode> {
  const { terminal } = context
  const found = await findAll(paths, context.cwd)
  if (found.links > 0) terminal.note(`Skipped ${found.links} symbolic links.`)
  const stopping = new AbortController()
  const release = context.onInterrupt(() => {
    terminal.note('\nStopping after the current request … (Ctrl-C again exits at once)')
    stopping.abort()
  })
  const counts = zeroCounts()
  const outcomes = options.dryRun
    ? checkSkills(found.skills, stopping.signal)
    : sendSkills(found.skills, sender(options, context), stopping.signal)
  try {
    await show({ outcomes, counts, total: found.skills.length, command }, terminal)
  } catch (error) {
    if (totalOf(counts) > 0) terminal.note(`Before the error: ${summary(counts)}.`)
    throw error
  } finally {
    release()
  }
  return conclude({ counts, total: found.skills.length, options }, terminal)
}

async function findAll(
  paths: readonly string[],
  cwd: string,
): Promise<Pick<Findings, 'skills' | 'links'>> {
  const all: Pick<Findings, 'skills' | 'links'> = { skills: [], links: 0 }
  for (const path of paths) {
    const archive = await findArchive(path, cwd)
    if (archive) {
      all.skills.push(archive)
      continue
    }
    const { skills, unreadable, links } = await findSkills(path, cwd)
    all.skills.push(...skills, ...unreadable.map(unreadableSkill))
    if (skills.length + unreadable.length === 0) throw noSkillFound(path)
    all.links += links
  }
  return all
}

/** Rejected when it is read, so that an unreadable folder does not look empty. */
function unreadableSkill(folder: FoundFile): FoundSkill {
  return { path: folder.path.slice(0, -1), skillMd: folder, others: [] }
}

function sender(options: ImportOptions, context: CommandContext) {
  const api = connect(openServer(options, context))
  const { scope, sourceUrl, overwrite, acknowledgeFindings: digests } = options
  const seen = digests && { acknowledged_findings: digests }
  const source = sourceUrl === undefined ? {} : { source: { source_url: sourceUrl } }
  return (items: ImportItem[]) =>
    api.importBatch({ scope, ...source, ...seen, ...(overwrite && { overwrite }), items })
}

interface Show {
  outcomes: AsyncGenerator<ImportOutcome[]>
  counts: Counts
  total: number
  command: Command
}

async function show({ outcomes, counts, total, command }: Show, terminal: Terminal): Promise<void> {
  const progress = createProgress(terminal, 'skills')
  progress.show(0, total)
  try {
    for await (const some of outcomes) {
      progress.clear()
      for (const outcome of some) {
        counts[outcome.outcome] += 1
        printOutcome(terminal, withAcceptCommand(outcome, command), command.opts())
      }
      progress.show(totalOf(counts), total)
    }
  } finally {
    progress.clear()
  }
}

interface Conclusion {
  counts: Counts
  total: number
  options: ImportOptions
}

function conclude({ counts, total, options }: Conclusion, terminal: Terminal): ExitCode {
  const line = options.dryRun
    ? `${counts.readable} readable, ${counts.refused} refused (dry run: nothing was sent)`
    : summary(counts)
  // With --json stdout has only the objects.
  if (options.json) terminal.note(line)
  else terminal.out(line)
  const left = total - totalOf(counts)
  if (left > 0) {
    terminal.note(`Stopped: ${left} skills were not sent. Import again to continue.`)
    return exitCodes.interrupted
  }
  return counts.refused === 0 ? exitCodes.ok : exitCodes.negative
}

function totalOf(counts: Counts): number {
  return Object.values(counts).reduce((total, count) => total + count, 0)
}
