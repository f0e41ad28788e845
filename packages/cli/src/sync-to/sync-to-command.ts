import { resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { type Command, Option } from 'commander'
import type { CommandContext } from '../command/command-context.ts'
import { CommandError, type ExitCode, exitCodes } from '../command/exit-codes.ts'
import { openServer } from '../connection/api.ts'
import { type JsonOptions, ServerCommand } from '../connection/server-command.ts'
import { plural } from '../terminal/plural.ts'
import { createProgress } from '../terminal/progress.ts'
import { createResults } from '../terminal/results.ts'
import { sanitizeText } from '../terminal/sanitize-text.ts'
import { interruptedSync } from './apply-sync.ts'
import { type SkillClient, type SyncPlace, skillClients, syncPlace } from './client-folders.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { checkFolders } from './safe-folders.ts'
import { type SkillOutcome, type SyncRequest, syncSkills } from './sync-skills.ts'
import { readUndoRecord } from './sync-state.ts'
import { type UndoneSkill, undoSync } from './undo-sync.ts'

const examples = `
Examples:
  $ repertoire sync-to . --client claude                        the skills of this key, in .claude/skills
  $ repertoire sync-to ~ --client codex --collection billing    a collection, for every project of yours
  $ repertoire sync-to . --client claude --dry-run              only say what would change
  $ repertoire sync-to . --client claude --force triage         take the server's, although you edited it
  $ repertoire sync-to . --client claude --undo                 as it was before the last sync

What you edited or deleted is kept and reported. A skill that the server gives no more is removed, unless you edited it.
Ctrl-C keeps the skills that were downloaded by then; the same command goes on with the others.
Only the folder of skills, .repertoire-sync beside it and, with --agents-md, one block of AGENTS.md are written.

Exit codes: 0 in step, 1 something was kept or refused that the server has otherwise, 2 the command failed,
130 ended by Ctrl-C.`

interface SyncOptions extends JsonOptions {
  client: SkillClient
  collection?: string
  watch: boolean
  every: number
  undo: boolean
  dryRun: boolean
  agentsMd: boolean
  force: readonly string[]
}

/** `repertoire sync-to`. */
export function syncToCommand(context: CommandContext): Command {
  return new ServerCommand('sync-to', context)
    .description('keep the skills of a project or home in step with the server')
    .argument('<folder>', 'the project, or your home')
    .addOption(
      new Option('--client <name>', 'whose folder').choices(skillClients).makeOptionMandatory(),
    )
    .option('--collection <name>', 'only the skills of a collection; NAME.canary for the newest')
    .addOption(
      new Option('--watch', 'go on until Ctrl-C')
        .conflicts(['force', 'undo', 'dryRun'])
        .default(false),
    )
    .addOption(
      new Option('--every <seconds>', 'how often --watch asks').default(30).argParser(secondsOf),
    )
    .addOption(
      new Option('--undo', 'take the last sync back')
        .conflicts(['force', 'dryRun', 'agentsMd'])
        .default(false),
    )
    .option('--dry-run', 'only say what would change', false)
    .option('--agents-md', 'also list them in AGENTS.md, for clients without skills', false)
    .option('--force <skill>', 'overwrite this one although it was edited here', collect, [])
    .json('print one JSON object per skill and line')
    .addHelpText('after', examples)
    .run(async (_, folder: string, options: SyncOptions) => {
      const home = context.env.HOME ?? context.env.USERPROFILE
      const place = syncPlace(resolve(context.cwd, folder), options.client, home)
      const run = options.undo ? undo : options.watch ? watch : syncOnce
      return run(place, options, context)
    })
}

type Run = (place: SyncPlace, options: SyncOptions, context: CommandContext) => Promise<ExitCode>

const syncOnce: Run = async (place, options, context) => {
  const { terminal } = context
  const progress = createProgress(terminal, 'skills')
  const stop = new AbortController()
  const release = context.onInterrupt(() => {
    terminal.note('\nStopping after these downloads … (Ctrl-C again exits at once)')
    stop.abort()
  })
  const request = {
    ...{ ...requestOf(options), options, signal: stop.signal },
    ...(terminal.screen && { onProgress: progress.show }),
    onEnd: progress.clear,
  }
  try {
    return await syncAndPrint(place, request, context)
  } finally {
    release()
    progress.clear()
  }
}

/** False where the signal came first. */
async function waited(seconds: number, signal: AbortSignal): Promise<boolean> {
  return setTimeout(seconds * 1000, true, { signal }).catch(() => false)
}

const ends: readonly ExitCode[] = [exitCodes.loginNeeded, exitCodes.tooOld]

const watch: Run = async (place, options, context) => {
  const stop = new AbortController()
  const release = context.onInterrupt(() => stop.abort())
  const request = {
    ...{ ...requestOf(options), options, signal: stop.signal },
    said: new Map<string, string>(),
  }
  let trouble = ''
  await syncAndPrint(place, request, context)
  try {
    while (await waited(options.every, stop.signal)) {
      try {
        await syncAndPrint(place, request, context)
        trouble = ''
      } catch (error) {
        // A server that restarts is waited for; a key that was revoked is not.
        const isOver = !(error instanceof CommandError) || ends.includes(error.code)
        if (isOver) throw error
        if (trouble !== error.message) context.terminal.note(sanitizeText(error.message))
        trouble = error.message
      }
    }
  } finally {
    release()
  }
  return exitCodes.interrupted
}

const undo: Run = async (place, { json }, { terminal }) => {
  const { print } = createResults(terminal, { json })
  await checkFolders(place)
  const record = await readUndoRecord(place)
  if (!record) throw new CommandError('There is no sync to take back here.')
  const undone = await oneAtATime(place, () => undoSync(place, record))
  for (const one of undone) print(one, revertedLine(one))
  const back = undone.filter(({ outcome }) => outcome !== 'kept').length
  if (!json) terminal.out(`${plural(back, 'skill')} as before the last sync.`)
  return undone.some(({ outcome }) => outcome === 'kept') ? exitCodes.negative : exitCodes.ok
}

interface PrintedSync extends SyncRequest {
  readonly options: SyncOptions
  /** Of a sync that repeats: the last message about each skill, which is not said again. */
  readonly said?: Map<string, string>
  /** Before anything is printed. */
  readonly onEnd?: () => void
}

async function syncAndPrint(
  place: SyncPlace,
  request: PrintedSync,
  context: CommandContext,
): Promise<ExitCode> {
  const { terminal } = context
  const server = openServer(request.options, context)
  await checkFolders(place)
  const work = async () => {
    const interrupted = await interruptedSync(place)
    if (interrupted && !request.dryRun) {
      await undoSync(place, interrupted)
      terminal.note('The last sync was ended in the middle. It is taken back first.')
    }
    return syncSkills(server, place, request)
  }
  const outcomes = await (request.dryRun ? work() : oneAtATime(place, work))
  request.onEnd?.()
  printOutcomes(outcomes, request, context)
  if (request.signal?.aborted && !request.said) {
    terminal.note('Stopped: these skills are kept. The same command goes on with the others.')
    return exitCodes.interrupted
  }
  return outcomes.some(isBehind) ? exitCodes.negative : exitCodes.ok
}

/** An edit of a skill that has not changed on the server is nobody's problem. */
function isBehind({ outcome, reason }: SkillOutcome): boolean {
  return (
    outcome === 'refused' || (outcome === 'kept' && reason !== 'edited' && reason !== 'deleted')
  )
}

const colours = {
  ...({ added: 'green', updated: 'green', removed: 'yellow', kept: 'yellow' } as const),
  ...({ refused: 'red', unchanged: 'dim' } as const),
}

function printOutcomes(
  outcomes: readonly SkillOutcome[],
  { options, said }: PrintedSync,
  { terminal }: CommandContext,
): void {
  const { print } = createResults(terminal, options)
  for (const one of outcomes) {
    const { name, outcome, message = '' } = one
    const isNews = said?.get(name) !== message || message === ''
    said?.set(name, message)
    if (!isNews || (outcome === 'unchanged' && !(options.json && !said))) continue
    const what = terminal.paint(colours[outcome], outcome.padEnd(9))
    print(one, `${what}  ${name}${message && `  ${sanitizeText(message)}`}`)
  }
  if (options.json || said) return
  const counts = Object.keys(colours).map(
    (kind) => `${outcomes.filter(({ outcome }) => outcome === kind).length} ${kind}`,
  )
  terminal.out(`${counts.join(', ')}${options.dryRun ? ' (nothing was written)' : ''}`)
}

const revertedLine = ({ name, outcome }: UndoneSkill): string =>
  `${outcome.padEnd(9)}  ${name}${outcome === 'kept' ? '  it was edited since' : ''}`

function requestOf({ collection, force, agentsMd, dryRun }: SyncOptions): SyncRequest {
  return { collection, force: new Set(force), agentsMd, dryRun, compared: new Map() }
}

function secondsOf(text: string): number {
  const seconds = Number(text)
  if (Number.isFinite(seconds) && seconds > 0 && seconds <= 86_400) return seconds
  throw new CommandError('--every takes seconds, from 1 to 86400.')
}

const collect = (name: string, names: readonly string[]): readonly string[] => [...names, name]
