import { Command } from 'commander'
import type { CommandContext } from '../command/command-context.ts'
import { approveCommand } from './approve-command.ts'
import { listCommand } from './list-command.ts'
import { notifyCommand } from './notify-command.ts'
import { rejectCommand } from './reject-command.ts'
import {
  overrideVerdictCommand,
  restoreCommand,
  showCommand,
  withdrawCommand,
} from './revision-commands.ts'

const examples = `
Examples:
  $ repertoire inbox                                            what waits, counted by its reason
  $ repertoire inbox --kind update --text terraform             the entries that match
  $ repertoire inbox show arr_…                                 what it asks for, its findings and its text
  $ repertoire inbox show arr_… --file scripts/run.sh           one of its files
  $ repertoire inbox show arr_… --trigger-tests                 which trigger tests would change
  $ repertoire inbox approve arr_… --digest sha256:…            exactly what was shown
  $ repertoire inbox approve --alike "clean update" --yes       all of them, each at the digest it has now
  $ repertoire inbox reject --source office --verdict blocked --yes --note "Not ours"
  $ repertoire inbox withdraw prp_…                             your own offer
  $ repertoire inbox list --state rejected                      what was decided
  $ repertoire inbox notify --address https://… --interval daily  have a digest sent to a webhook

Questions of runs are answered by \`repertoire approve\` and \`repertoire deny\`.

Exit codes: 0 done, 1 some could not be decided, 2 the command failed.`

/** `repertoire inbox`, and by their earlier names `repertoire arrivals` and `repertoire proposals`. */
export function inboxCommand(context: CommandContext): Command {
  return new Command('inbox')
    .aliases(['arrivals', 'proposals'])
    .description('everything that waits for a decision of yours: list, show, approve, reject')
    .addHelpText('after', examples)
    .addCommand(listCommand(context), { isDefault: true })
    .addCommand(showCommand(context))
    .addCommand(approveCommand(context))
    .addCommand(rejectCommand(context))
    .addCommand(restoreCommand(context))
    .addCommand(withdrawCommand(context))
    .addCommand(overrideVerdictCommand(context))
    .addCommand(notifyCommand(context))
}
