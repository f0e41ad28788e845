import type { PendingImportSummary } from '@repertoire/client'
import { Command } from 'commander'
import type { CommandContext } from '../command/command-context.ts'
import { CommandError, type ExitCode, exitCodes } from '../command/exit-codes.ts'
import type { ConnectionOptions } from '../connection/connection.ts'
import { addConnectionOptions } from '../connection/connection-options.ts'
import { connectSources } from '../sources/sources-api.ts'
import { sanitizeJson, sanitizeText } from '../terminal/sanitize-text.ts'
import { printPendingImport } from './pending-import-lines.ts'
import {
  type BulkOutcome,
  connectPendingImports,
  type PendingImportsApi,
} from './pending-imports-api.ts'

interface ApproveOptions extends ConnectionOptions {
  digest?: string
  yes: boolean
  all: boolean
  source?: string
  enable?: true
  overwriteEdits: boolean
  note: string
  json: boolean
}

/** `repertoire arrivals approve`. */
export function approveCommand(context: CommandContext): Command {
  const command = new Command('approve')
    .description('make a skill, or a revision, of exactly what was read')
    .argument('[ids...]', 'ids of arrivals')
    .option('--digest <digest>', 'of what was read, as `show` prints it')
    .option('--yes', 'without a digest, those that are clean and have an allowed licence', false)
    .option('--all', 'with --yes: everything that waits', false)
    .option('--source <source>', 'with --all: of this source alone')
    .option('--enable', 'agents may use it at once; otherwise a new skill is off')
    .option('--overwrite-edits', 'replace what was edited here', false)
    .option('--note <text>', 'for the record', '')
    .option('--json', 'print one JSON object per arrival and line', false)
    .exitOverride()
  return addConnectionOptions(command).action(async (ids: string[], options: ApproveOptions) => {
    const api = connectPendingImports(options, context)
    const [id] = ids
    if (options.digest !== undefined) {
      if (id === undefined || ids.length > 1 || options.all) throw oneDigest
      return context.setExitCode(await approveRead(api, { id, options }, context))
    }
    if (!options.yes) throw noDigest
    if (options.overwriteEdits) throw noDigest
    const wanted = await wantedArrivals(api, { ids, options }, context)
    context.setExitCode(await approveClean(api, { wanted, options }, context))
  })
}

async function approveRead(
  api: PendingImportsApi,
  { id, options }: { readonly id: string; readonly options: ApproveOptions },
  { terminal }: CommandContext,
): Promise<ExitCode> {
  const { digest = '', enable, overwriteEdits, note } = options
  const approval = { digest, enable, overwrite_edits: overwriteEdits, note }
  const approved = await api.approve(id, approval)
  if (options.json) terminal.out(sanitizeJson(approved))
  else {
    printPendingImport(terminal, approved.arrival)
    const { slug, enabled, kept_beside: other } = approved
    if (other) {
      const [named, taken] = [sanitizeText(slug), sanitizeText(other.slug)]
      terminal.note(`It is named ${named}: ${taken} is another skill, and both are kept.`)
    }
    if (!enabled) terminal.note(`${sanitizeText(slug)} is off until somebody enables it.`)
  }
  return exitCodes.ok
}

async function wantedArrivals(
  api: PendingImportsApi,
  { ids, options }: { readonly ids: readonly string[]; readonly options: ApproveOptions },
  context: CommandContext,
): Promise<readonly PendingImportSummary[]> {
  if (options.all === ids.length > 0) {
    throw new CommandError('Name arrivals by their ids, or all of them with --all.')
  }
  if (!options.all) return Promise.all(ids.map((id) => api.get(id)))
  const { source } = options
  const sourceId = source && (await connectSources(options, context).find(source)).id
  return api.list({ state: 'held', source_id: sourceId })
}

/** The server decides which ones are clean. */
async function approveClean(
  api: PendingImportsApi,
  {
    wanted,
    options,
  }: { readonly wanted: readonly PendingImportSummary[]; readonly options: ApproveOptions },
  { terminal }: CommandContext,
): Promise<ExitCode> {
  const { enable, note, json } = options
  const outcomes = await api.approveClean({ items: wanted, enable, note })
  const names = new Map(wanted.map(({ id, slug }) => [id, slug]))
  for (const outcome of outcomes) {
    if (json) terminal.out(sanitizeJson(outcome))
    else terminal.out(lineOf(outcome, outcome.slug ?? names.get(outcome.id) ?? ''))
  }
  if (outcomes.length === 0) terminal.note('Nothing waits.')
  return outcomes.every(({ problem }) => problem === null) ? exitCodes.ok : exitCodes.negative
}

function lineOf({ id, state, problem }: BulkOutcome, slug: string): string {
  const what = problem ? `refused   ${sanitizeText(problem.message)}` : `${state}`
  return `${id}  ${sanitizeText(slug)}  ${what}`
}

const noDigest = new CommandError(
  'Say what was read: an approval is for exactly one content.',
  'Use --digest as `repertoire arrivals show` prints it, or --yes for those that are clean.',
)

const oneDigest = new CommandError('A digest is of one arrival: name exactly one with it.')
