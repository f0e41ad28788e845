import type { PendingRevisionSummary, SkillBody, SourceBody } from '@repertoire/client'
import type { Command } from 'commander'
import type { CommandContext } from '../command/command-context.ts'
import { confirmed } from '../command/confirmed.ts'
import { CommandError, type ExitCode, exitCodes } from '../command/exit-codes.ts'
import { ServerCommand, type ServerRun } from '../connection/server-command.ts'
import { connectSources } from '../connection/sources-api.ts'
import { connectReviews } from '../inbox/reviews-api.ts'
import { namedSkill } from '../library/named-skill.ts'
import { codeOfSync } from '../sources/source-lines.ts'
import { waitForSync } from '../sources/wait-for-sync.ts'
import { plural } from '../terminal/plural.ts'
import { sanitizeText } from '../terminal/sanitize-text.ts'
import { reviewLine, updateLine } from './update-lines.ts'
import { type OutdatedSkill, outdatedSkill, waitingUpdates } from './waiting-updates.ts'

const examples = `
Examples:
  $ repertoire update                  reads every source, and takes the clean updates after a yes
  $ repertoire update triage deploy    only those of these skills
  $ repertoire update --yes            for scripts: what has to be read is named, and waits

A clean update has no findings, an allowed licence and asks for nothing new, of a skill that nobody edited here.

Exit codes: 0 nothing was refused, 1 a source could not be read, an update was refused, or the answer was no,
2 the command failed, 130 stopped by Ctrl-C.`

interface UpdateOptions {
  yes: boolean
}

/** `repertoire update`. */
export function updateCommand(context: CommandContext): Command {
  return new ServerCommand('update', context)
    .description('read the sources of skills, all by default, and take the clean updates')
    .argument('[skills...]', 'their slugs or ids')
    .option('--yes', 'do not ask', false)
    .json('print one JSON object per skill and line')
    .addHelpText('after', examples)
    .runOnServer(async (server, names: string[], { yes }: UpdateOptions) => {
      const skills: SkillBody[] = []
      for (const name of names) skills.push(await namedSkill(name, server))
      const sources = await sourcesOf(skills, server)
      const read = await syncAll(sources, server, context)
      if (read === exitCodes.interrupted) return read
      const ids = new Set(skills.map(({ id }) => id))
      const updates = (await waitingUpdates(server)).filter(
        ({ skill_id: id }) => names.length === 0 || ids.has(id ?? ''),
      )
      const taken = await take(updates, { server, yes }, context)
      return taken === exitCodes.ok ? read : taken
    })
}

/** The sources of these skills; without any, all that are enabled. Throws CommandError for a skill of none. */
async function sourcesOf(
  skills: readonly SkillBody[],
  server: ServerRun,
): Promise<readonly SourceBody[]> {
  const api = connectSources(server)
  const all = await api.list()
  if (skills.length === 0) return all.filter(({ enabled }) => enabled)
  const left = new Map(skills.map((skill) => [skill.id, skill]))
  const found: SourceBody[] = []
  for (const source of all) {
    const items = (await api.items(source.id)).flatMap(({ skill_id: id }) => id ?? [])
    if (items.filter((id) => left.delete(id)).length > 0) found.push(source)
  }
  const [other] = left.values()
  if (!other) return found
  throw new CommandError(
    `${sanitizeText(other.slug)} came from no source.`,
    'Import its newer revision: repertoire import --help',
    exitCodes.negative,
  )
}

/** One after another. A source that cannot be read is named, and the others are read all the same. */
async function syncAll(
  sources: readonly SourceBody[],
  server: ServerRun,
  context: CommandContext,
): Promise<ExitCode> {
  const api = connectSources(server)
  let worst: ExitCode = exitCodes.ok
  for (const { id } of sources) {
    const source = await waitForSync(api, await api.syncOwn(id), context)
    if (source.last_sync_status === 'cancelled') return exitCodes.interrupted
    if (codeOfSync(source) === exitCodes.ok) continue
    worst = exitCodes.negative
    const why = source.last_sync_error?.message ?? 'Some of its skills cannot be read.'
    const see = `repertoire sources status ${source.id}`
    server.terminal.note(sanitizeText(`${source.name}: ${why} See ${see}`))
  }
  return worst
}

interface Taking {
  readonly server: ServerRun
  readonly yes: boolean
}

async function take(
  updates: readonly PendingRevisionSummary[],
  { server, yes }: Taking,
  context: CommandContext,
): Promise<ExitCode> {
  const { terminal } = server
  const ready = updates.filter((one) => outdatedSkill(one).state === 'ready')
  for (const one of updates) if (!ready.includes(one)) printLeft(outdatedSkill(one), server)
  if (ready.length === 0) {
    terminal.note(updates.length > 0 ? 'No clean update waits.' : 'Everything is up to date.')
    return exitCodes.ok
  }
  if (!yes) for (const one of ready) terminal.note(updateLine(outdatedSkill(one), terminal))
  const question = { text: `Update ${plural(ready.length, 'skill')}?`, isAnswered: yes }
  if (!(await confirmed(question, context))) {
    terminal.note('Nothing was updated.')
    return exitCodes.negative
  }
  return approve(ready, server)
}

async function approve(
  ready: readonly PendingRevisionSummary[],
  server: ServerRun,
): Promise<ExitCode> {
  const { terminal, print } = server
  const outcomes = await connectReviews(server).approveClean({ items: ready, note: '' })
  const problems = new Map(outcomes.map(({ id, problem }) => [id, problem]))
  let code: ExitCode = exitCodes.ok
  for (const one of ready) {
    const skill = outdatedSkill(one)
    const problem = problems.get(one.id) ?? null
    // The server may have stricter rules for what needs no reading.
    if (problem?.code === 'arrival.needs-reading') printLeft({ ...skill, state: 'review' }, server)
    else if (problem) {
      code = exitCodes.negative
      const line = `${terminal.paint('red', 'refused  ')}  ${sanitizeText(one.slug)}  ${sanitizeText(problem.message)}`
      print({ ...skill, outcome: 'refused', reason: problem.message }, line)
    } else {
      print({ ...skill, outcome: 'updated', reason: null }, updateLine(skill, terminal, 'updated'))
    }
  }
  return code
}

/** What waits on, with the command that shows it. */
function printLeft(skill: OutdatedSkill, { terminal, print }: ServerRun): void {
  print({ ...skill, outcome: 'waiting', reason: skill.state }, reviewLine(skill, terminal))
}
