import { type Command, Option } from 'commander'
import type { CommandContext } from '../command/command-context.ts'
import { CommandError, type ExitCode, exitCodes } from '../command/exit-codes.ts'
import { ServerCommand, type ServerRun } from '../connection/server-command.ts'
import { sanitizeText } from '../terminal/sanitize-text.ts'
import { checkDigest } from './check-digest.ts'
import {
  countOutcomes,
  decideMatching,
  type MatchingOptions,
  printOutcomes,
} from './decide-matching.ts'
import { addFilterOptions } from './inbox-filters.ts'
import { connectReviews } from './reviews-api.ts'
import { printRevision } from './revision-lines.ts'

interface ApproveOptions extends MatchingOptions {
  digest?: string
  scope?: 'org' | 'user'
  overwriteEdits: boolean
}

/** `repertoire inbox approve`. */
export function approveCommand(context: CommandContext): Command {
  return (
    addFilterOptions(new ServerCommand('approve', context))
      .alias('accept')
      .description('make a skill, or a revision, of exactly what was read; or of all clean ones')
      .argument('[ids...]', 'ids of revisions; without one, the imports and updates that match')
      .option('--digest <digest>', 'of what was read, as `show` prints it; of one id')
      .option('--yes', 'without a digest: those that are clean and have an allowed licence', false)
      .option('--enable', 'agents may use it at once; otherwise a new import is off')
      .option('--overwrite-edits', 'replace what was edited here', false)
      .addOption(
        new Option(
          '--scope <scope>',
          'of a new skill that was proposed: for all, or yours',
        ).choices(['org', 'user']),
      )
      .option('--note <text>', 'for the record', '')
      // The earlier `arrivals approve` asked for it; without ids it is what this does.
      .addOption(new Option('--all').hideHelp())
      .runOnServer(async (server, ids: string[], options: ApproveOptions) =>
        approve(ids, options, server),
      )
  )
}

async function approve(
  ids: readonly string[],
  options: ApproveOptions,
  server: ServerRun,
): Promise<ExitCode> {
  const [id] = ids
  const { digest, yes } = options
  if (digest !== undefined) {
    if (id === undefined || ids.length > 1) throw oneDigest
    return approveRead({ id, digest }, options, server)
  }
  if (id === undefined) return decideMatching('approve', options, server)
  if (!yes || options.overwriteEdits) throw noDigest
  const { enable, note } = options
  const api = connectReviews(server)
  const items = await Promise.all(ids.map((one) => api.get(one)))
  const outcomes = await api.approveClean({ items, enable, note })
  printOutcomes(outcomes, server)
  return countOutcomes('approve', outcomes, server)
}

async function approveRead(
  { id, digest }: { readonly id: string; readonly digest: string },
  options: ApproveOptions,
  server: ServerRun,
): Promise<ExitCode> {
  const { enable, overwriteEdits, note, scope } = options
  const { terminal, print } = server
  checkDigest(digest, id)
  const approval = { digest, enable, overwrite_edits: overwriteEdits, note, scope }
  const approved = await connectReviews(server).approve(id, approval)
  print(approved, () => {
    printRevision(terminal, approved.arrival)
    const { slug, enabled, kept_beside: other } = approved
    if (other) {
      const [named, taken] = [sanitizeText(slug), sanitizeText(other.slug)]
      terminal.note(`It is named ${named}: ${taken} is another skill, and both are kept.`)
    }
    if (!enabled) terminal.note(`${sanitizeText(slug)} is off until somebody enables it.`)
  })
  return exitCodes.ok
}

const noDigest = new CommandError(
  'Say what was read: an approval is for exactly one content.',
  'Use --digest as `repertoire inbox show` prints it, or --yes for those that are clean.',
)

const oneDigest = new CommandError('A digest is of one revision: name exactly one with it.')
