import type { ImportItem } from '@repertoire/client'
import { type Command, Option } from 'commander'
import type { CommandContext } from '../command/command-context.ts'
import { type ExitCode, exitCodes } from '../command/exit-codes.ts'
import { connect, openServer } from '../connection/api.ts'
import { type JsonOptions, ServerCommand, type ServerRun } from '../connection/server-command.ts'
import { withAcceptCommand } from '../import/accept-findings.ts'
import { type FoundSkill, findSkills, noSkillFound } from '../import/find-skills.ts'
import { type ImportOutcome, printOutcome, summary, zeroCounts } from '../import/import-outcome.ts'
import { readSkill } from '../import/read-skill.ts'
import { checkUnique, sendSkills } from '../import/send-skills.ts'
import { sanitizeText } from '../terminal/sanitize-text.ts'
import { planPush } from './changed-skills.ts'

interface PushOptions extends JsonOptions {
  scope: 'org' | 'user'
  reason: string
  dryRun: boolean
  acknowledgeFindings?: string[]
}

const examples = `
Examples:
  $ repertoire push skills/ --dry-run                  what is new, changed, unchanged
  $ repertoire push skills/ --reason "$(git log -1 --format=%s)"

Only what changed gets a new revision. What the scan or a policy objects to is refused with its findings and its
digest; with --acknowledge-findings and that digest it is taken. Nothing is deleted on the server.

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

async function dryRun(
  found: readonly FoundSkill[],
  options: PushOptions,
  server: ServerRun,
): Promise<ExitCode> {
  const { terminal, print } = server
  const holders = new Map<string, string>()
  const items: ImportItem[] = []
  const unread: ImportOutcome[] = []
  for (const skill of found) {
    const read = checkUnique(await readSkill(skill), holders)
    if (read.ok) items.push(read.item)
    else unread.push(read.outcome)
  }
  const planned = await planPush(items, options.scope, server)
  for (const { item, plan, slug, keptBeside, problem } of planned) {
    const { path } = item
    const beside = plan === 'new' && keptBeside ? `  beside ${keptBeside}, from elsewhere` : ''
    const why = problem === null ? beside : `  ${problem.message} [${problem.code}]`
    const about = sanitizeText(`${slug ?? ''}  ${path}${why}`)
    print({ path, slug, plan, kept_beside: keptBeside, problem }, `${plan.padEnd(9)}  ${about}`)
  }
  for (const outcome of unread) printOutcome(terminal, outcome, options)
  terminal.note('Dry run: nothing was changed.')
  const isRejected = unread.length > 0 || planned.some(({ plan }) => plan === 'refused')
  return isRejected ? exitCodes.negative : exitCodes.ok
}

async function push(
  found: readonly FoundSkill[],
  command: Command,
  context: CommandContext,
): Promise<ExitCode> {
  const { terminal } = context
  const options = command.opts<PushOptions>()
  const { scope, reason, acknowledgeFindings: digests, json } = options
  const api = connect(openServer(options, context))
  const seen = digests && { acknowledged_findings: digests }
  const stopping = new AbortController()
  const release = context.onInterrupt(() => stopping.abort())
  const counts = zeroCounts()
  try {
    const send = (items: ImportItem[]) =>
      api.importBatch({ scope, ...(reason !== '' && { reason }), ...seen, items })
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
