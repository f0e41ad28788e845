import { Command, Option } from 'commander'
import { connect } from '../connection/api.ts'
import type { ConnectionOptions } from '../connection/connection.ts'
import { addConnectionOptions } from '../connection/connection-options.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import type { Surroundings } from '../surroundings.ts'
import { createProgress } from '../terminal/progress.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { checkSkills } from './check-skills.ts'
import {
  type Findings,
  type FoundFile,
  type FoundSkill,
  findSkills,
  noSkillIn,
} from './find-skills.ts'
import { type Counts, noCounts, printOutcome, type SkillOutcome, summary } from './outcome.ts'
import { findArchive } from './read-archive.ts'
import { sendSkills } from './send-skills.ts'

interface ImportOptions extends ConnectionOptions {
  scope: 'org' | 'user'
  json: boolean
  dryRun: boolean
}

const examples = `
Examples:
  $ repertoire import ./my-skills            every skill below the folder, with all its files
  $ repertoire import notes/SKILL.md         one file as a skill of its own
  $ repertoire import weekly-report.zip      a zipped folder, as \`repertoire export\` makes it
  $ repertoire import ./my-skills --dry-run  read everything, send nothing
  $ repertoire import ./my-skills --json | jq 'select(.status == "refused")'

A folder with a SKILL.md is one skill. Folders named .git or node_modules and symbolic links are left
out, and archives lying in folders are not opened. Importing again changes nothing: a skill that is
there byte for byte is unchanged.

Exit codes: 0 nothing refused, 1 something refused, 2 could not be asked, 130 ended by Ctrl-C.`

/** `repertoire import`. */
export function importCommand(around: Surroundings): Command {
  const command = new Command('import')
    .description('bring skills into the catalogue')
    .argument('<paths...>', 'folders to search, single Markdown files, or zipped skills')
    .addOption(
      new Option('--scope <scope>', 'whose skills they become')
        .choices(['org', 'user'])
        .default('org'),
    )
    .option('--json', 'one JSON object a skill and line', false)
    .option('--dry-run', 'say what would be sent, and send nothing', false)
    .addHelpText('after', examples)
  return addConnectionOptions(command).action(async (paths: string[], options: ImportOptions) => {
    around.finish(await runImport(paths, options, around))
  })
}

async function runImport(
  paths: string[],
  options: ImportOptions,
  around: Surroundings,
): Promise<ExitCode> {
  const { terminal } = around
  const found = await findAll(paths, around.cwd)
  if (found.links > 0) terminal.note(`Left out ${found.links} symbolic links.`)
  const stopping = new AbortController()
  const release = around.onInterrupt(() => {
    terminal.note('\nStopping after the request under way … (Ctrl-C again leaves at once)')
    stopping.abort()
  })
  const counts = noCounts()
  const outcomes = options.dryRun
    ? checkSkills(found.skills, stopping.signal)
    : sendSkills(found.skills, sender(options, around), stopping.signal)
  try {
    await show({ outcomes, counts, total: found.skills.length, json: options.json }, terminal)
  } catch (error) {
    if (sum(counts) > 0) terminal.note(`Until then: ${summary(counts)}.`)
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
    all.skills.push(...skills, ...unreadable.map(unread))
    if (skills.length + unreadable.length === 0) throw noSkillIn(path)
    all.links += links
  }
  return all
}

/** Refused when it is read, so that nobody takes a folder for empty that could not be looked into. */
function unread(folder: FoundFile): FoundSkill {
  return { path: folder.path.slice(0, -1), skillMd: folder, others: [] }
}

function sender(options: ImportOptions, around: Surroundings) {
  const api = connect(options, around)
  return (items: Parameters<typeof api.importBatch>[1]) => api.importBatch(options.scope, items)
}

interface Show {
  outcomes: AsyncGenerator<SkillOutcome[]>
  counts: Counts
  total: number
  json: boolean
}

async function show({ outcomes, counts, total, json }: Show, terminal: Terminal): Promise<void> {
  const progress = createProgress(terminal, 'skills')
  progress.show(0, total)
  try {
    for await (const some of outcomes) {
      progress.clear()
      for (const outcome of some) {
        counts[outcome.status] += 1
        printOutcome(terminal, outcome, json)
      }
      progress.show(sum(counts), total)
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
  // With --json stdout holds nothing but the objects.
  if (options.json) terminal.note(line)
  else terminal.out(line)
  const left = total - sum(counts)
  if (left > 0) {
    terminal.note(`Stopped: ${left} skills were not sent. Import again to go on.`)
    return exitCodes.interrupted
  }
  return counts.refused === 0 ? exitCodes.ok : exitCodes.negative
}

function sum(counts: Counts): number {
  return Object.values(counts).reduce((total, count) => total + count, 0)
}
