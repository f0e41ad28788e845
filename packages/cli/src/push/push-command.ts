import type { ImportItem } from '@repertoire/client'
import { type Command, Option } from 'commander'
import type { CommandContext } from '../command/command-context.ts'
import { confirmed } from '../command/confirmed.ts'
import { type ExitCode, exitCodes } from '../command/exit-codes.ts'
import { connect, openServer, type Server } from '../connection/api.ts'
import { type JsonOptions, ServerCommand, type ServerRun } from '../connection/server-command.ts'
import { withAcceptCommand } from '../import/accept-findings.ts'
import { type FoundSkill, findSkills, noSkillFound } from '../import/find-skills.ts'
import { type ImportOutcome, printOutcome, summary, zeroCounts } from '../import/import-outcome.ts'
import { readSkill } from '../import/read-skill.ts'
import { checkUnique, sendSkills } from '../import/send-skills.ts'
import { plural } from '../terminal/plural.ts'
import { sanitizeText } from '../terminal/sanitize-text.ts'
import { describe, type PlannedSkill, planPush, secondSkills } from './changed-skills.ts'
import { readSyncedRevisions } from './synced-revisions.ts'

interface PushOptions extends JsonOptions {
  scope: 'org' | 'user'
  reason: string
  dryRun: boolean
  yes: boolean
  force: boolean
  acknowledgeFindings?: string[]
}

const examples = `
Examples:
  $ repertoire push skills/ --dry-run                  what is new, changed, unchanged
  $ repertoire push skills/ --reason "$(git log -1 --format=%s)"

Only what changed gets a new revision. What the scan or a policy objects to is refused with its findings and its
digest; with --acknowledge-findings and that digest it is taken. Nothing is deleted on the server.

Contents that a skill had before, while somebody else has saved it since, are refused, and so is a copy of sync-to that is
behind: --force sends them all the same. Whatever replaces the revision of somebody else says so; the history keeps it.

A skill whose name one from a source has, a Git repository for example, becomes a second skill beside it. That is asked
before anything is sent; --yes answers it.

Exit codes: 0 nothing refused, 1 something refused, 2 the command failed.`

/** `repertoire push`. */
export function pushCommand(context: CommandContext): Command {
  return new ServerCommand('push', context)
    .description('upload the skills of a folder that changed; for CI')
    .argument('[paths...]', 'folders to search, or single Markdown files (default: .)')
    .addOption(
      new Option('--scope <scope>', 'scope of the skills').choices(['org', 'user']).default('org'),
    )
    .option('--reason <text>', 'why, kept with each new revision', '')
    .option('--dry-run', 'say what would change, and change nothing', false)
    .option('--yes', 'put skills beside those from elsewhere that have their names', false)
    .option('--force', 'also send copies that are behind what somebody else saved', false)
    .option('--acknowledge-findings <digests...>', 'take contents of these digests, read before')
    .json('print one JSON object per skill and line')
    .addHelpText('after', examples)
    .run(async (results, paths: string[], options: PushOptions, command: Command) => {
      const found: FoundSkill[] = []
      for (const path of paths.length > 0 ? paths : ['.']) {
        const { skills } = await findSkills(path, context.cwd)
        if (skills.length === 0) throw noSkillFound(path)
        found.push(...skills)
      }
      return options.dryRun
        ? dryRun(found, options, { ...results, ...openServer(options, context) })
        : push(found, command, context)
    })
}

interface ReadSkills {
  readonly items: readonly ImportItem[]
  readonly unread: readonly ImportOutcome[]
}

async function readSkills(found: readonly FoundSkill[]): Promise<ReadSkills> {
  const holders = new Map<string, string>()
  const items: ImportItem[] = []
  const unread: ImportOutcome[] = []
  for (const skill of found) {
    const read = checkUnique(await readSkill(skill), holders)
    if (read.ok) items.push(read.item)
    else unread.push(read.outcome)
  }
  return { items, unread }
}

async function dryRun(
  found: readonly FoundSkill[],
  options: PushOptions,
  server: ServerRun,
): Promise<ExitCode> {
  const { terminal, print } = server
  const { items, unread } = await readSkills(found)
  const bases = await readSyncedRevisions(found, server.place.baseUrl)
  const planned = await planPush(items, { scope: options.scope, bases }, server)
  for (const skill of planned) {
    const { item, plan, slug, keptBeside, replaces, problem } = skill
    const about = sanitizeText(`${slug ?? ''}  ${item.path}${remarkOn(skill)}`)
    const data = { path: item.path, slug, plan, kept_beside: keptBeside, problem }
    print({ ...data, replaces: replaces?.number ?? null }, `${plan.padEnd(9)}  ${about}`)
  }
  for (const outcome of unread) printOutcome(terminal, outcome, options)
  terminal.note('Dry run: nothing was changed.')
  const isRejected =
    unread.length > 0 ||
    planned.some(({ plan }) => plan === 'refused' || (plan === 'older' && !options.force))
  return isRejected ? exitCodes.negative : exitCodes.ok
}

function remarkOn({ plan, keptBeside, replaces, problem }: PlannedSkill): string {
  if (problem) return `  ${problem.message} [${problem.code}]`
  if (plan === 'new' && keptBeside) return `  beside ${keptBeside}, from elsewhere`
  if (!replaces) return ''
  const { number, created_by_name: name, reason } = replaces
  const why = reason === '' ? '' : `: "${reason}"`
  const revision = `revision ${number} by ${name ?? 'a former member'}${why}`
  return plan === 'older' ? `  behind ${revision}` : `  replaces ${revision}`
}

interface Asked {
  readonly options: PushOptions
  readonly server: Server
  readonly context: CommandContext
}

/** How many of them are named before the question. */
const maxNamed = 10

/** A library that came from elsewhere would double: asked before the first skill is sent. */
async function mayPutBeside(
  found: readonly FoundSkill[],
  { options, server, context }: Asked,
): Promise<boolean> {
  if (options.yes) return true
  const { items } = await readSkills(found)
  const second = await secondSkills(items.map(describe), options.scope, server)
  if (second.length === 0) return true
  for (const { slug, beside, from } of second.slice(0, maxNamed)) {
    const where = from === null ? 'from elsewhere' : `from ${from}`
    context.terminal.note(sanitizeText(`${slug}  beside ${beside}, ${where}`))
  }
  if (second.length > maxNamed) context.terminal.note(`… and ${second.length - maxNamed} more`)
  const [it, them] = second.length === 1 ? ['has', 'it'] : ['have', 'them']
  const text = `${plural(second.length, 'skill')} ${it} the name of one from elsewhere and would stand beside ${them}. Push?`
  return confirmed({ text, isAnswered: false }, context)
}

async function push(
  found: readonly FoundSkill[],
  command: Command,
  context: CommandContext,
): Promise<ExitCode> {
  const { terminal } = context
  const options = command.opts<PushOptions>()
  const { scope, reason, force, acknowledgeFindings: digests, json } = options
  const server = openServer(options, context)
  if (!(await mayPutBeside(found, { options, server, context }))) {
    terminal.note('Nothing was sent.')
    return exitCodes.negative
  }
  const api = connect(server)
  const seen = digests && { acknowledged_findings: digests }
  const bases = force
    ? new Map<string, string>()
    : await readSyncedRevisions(found, server.place.baseUrl)
  const withBase = (item: ImportItem): ImportItem => {
    const base_digest = bases.get(item.path)
    return base_digest === undefined ? item : { ...item, base_digest }
  }
  const stopping = new AbortController()
  const release = context.onInterrupt(() => stopping.abort())
  const counts = zeroCounts()
  try {
    const send = (items: ImportItem[]) =>
      api.importBatch({
        ...{ scope, ...(reason !== '' && { reason }), ...seen, items: items.map(withBase) },
        refuse_older: !force,
      })
    for await (const outcomes of sendSkills(found, send, stopping.signal)) {
      for (const outcome of outcomes) {
        counts[outcome.outcome] += 1
        // In the log of CI only what happened.
        if (!json && outcome.outcome === 'unchanged') continue
        printOutcome(terminal, withAcceptCommand(outcome, command), { json })
      }
    }
  } finally {
    release()
  }
  if (json) terminal.note(summary(counts))
  else terminal.out(summary(counts))
  if (stopping.signal.aborted) return exitCodes.interrupted
  return counts.refused === 0 ? exitCodes.ok : exitCodes.negative
}
