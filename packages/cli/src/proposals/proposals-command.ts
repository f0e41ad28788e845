import type { ProposalSummary } from '@repertoire/client'
import { Command, Option } from 'commander'
import type { CommandContext } from '../command/command-context.ts'
import { exitCodes } from '../command/exit-codes.ts'
import type { ConnectionOptions } from '../connection/connection.ts'
import { addConnectionOptions } from '../connection/connection-options.ts'
import { sanitizeJson } from '../terminal/sanitize-text.ts'
import { printProposal, printWhole } from './proposal-lines.ts'
import { connectProposals, type ProposalsApi } from './proposals-api.ts'

const examples = `
Examples:
  $ repertoire proposals                                  what waits
  $ repertoire proposals list --status accepted
  $ repertoire proposals show prp_…                       its text, and the files it adds and removes
  $ repertoire proposals accept prp_… --note "Tested"     offers and organisation skills: owners and admins
  $ repertoire proposals withdraw prp_…                   your own offer

Exit codes: 0 done, 1 it is out of date, decided already or not there, 2 the command failed.`

const statuses = ['pending', 'accepted', 'rejected', 'withdrawn', 'stale'] as const

interface JsonOptions extends ConnectionOptions {
  json: boolean
}

interface ListOptions extends JsonOptions {
  status: ProposalSummary['status'] | 'all'
}

interface DecideOptions extends JsonOptions {
  note: string
  scope?: 'org' | 'user'
  acknowledgeFindings?: string
}

/** `repertoire proposals`. */
export function proposalsCommand(context: CommandContext): Command {
  const command = new Command('proposals')
    .description('skills that agents or people propose: list, show, accept, reject, withdraw')
    .addHelpText('after', examples)
  command.addCommand(listCommand(context), { isDefault: true })
  command.addCommand(showCommand(context))
  command.addCommand(acceptCommand(context))
  const reject = new Command('reject').description('reject a proposal')
  command.addCommand(decideCommand(reject, context, (api, id, { note }) => api.reject(id, note)))
  const withdraw = new Command('withdraw').description('take back your own offer')
  command.addCommand(
    decideCommand(withdraw, context, (api, id, { note }) => api.withdraw(id, note)),
  )
  return command
}

function listCommand(context: CommandContext): Command {
  const command = new Command('list')
    .description('list proposals, newest first')
    .addOption(
      new Option('--status <status>', 'only those in this state')
        .choices([...statuses, 'all'])
        .default('pending'),
    )
    .option('--json', 'print one JSON object per proposal and line', false)
    .exitOverride()
  return addConnectionOptions(command).action(async (options: ListOptions) => {
    const { terminal } = context
    const status = options.status === 'all' ? undefined : options.status
    const items = await connectProposals(options, context).list(status)
    for (const item of items) {
      if (options.json) terminal.out(sanitizeJson(item))
      else printProposal(terminal, item)
    }
    if (items.length === 0) terminal.note('There is no such proposal.')
    context.setExitCode(exitCodes.ok)
  })
}

function showCommand(context: CommandContext): Command {
  const command = new Command('show')
    .description('show the text of a proposal, and the files it adds, changes and removes')
    .argument('<id>', 'id of the proposal')
    .option('--json', 'print one JSON object', false)
    .exitOverride()
  return addConnectionOptions(command).action(async (id: string, options: JsonOptions) => {
    const { terminal } = context
    const proposal = await connectProposals(options, context).get(id)
    if (options.json) terminal.out(sanitizeJson(proposal))
    else printWhole(terminal, proposal)
    context.setExitCode(exitCodes.ok)
  })
}

function acceptCommand(context: CommandContext): Command {
  const command = new Command('accept')
    .description('accept a proposal into the library')
    .addOption(
      new Option('--scope <scope>', 'for a new skill: for everyone, or for yourself').choices([
        'org',
        'user',
      ]),
    )
  command.option('--acknowledge-findings <digest>', 'take this content, whose findings you read')
  return decideCommand(command, context, (api, id, { note, scope, acknowledgeFindings }) =>
    api.accept(id, {
      ...{ note, acknowledged_findings: acknowledgeFindings },
      ...(scope && { scope }),
    }),
  )
}

type Decide = (api: ProposalsApi, id: string, options: DecideOptions) => Promise<ProposalSummary>

function decideCommand(command: Command, context: CommandContext, decide: Decide): Command {
  command
    .argument('<id>', 'id of the proposal')
    .option('--note <text>', 'for the record', '')
    .option('--json', 'print one JSON object', false)
    .exitOverride()
  return addConnectionOptions(command).action(async (id: string, options: DecideOptions) => {
    const { terminal } = context
    const decided = await decide(connectProposals(options, context), id, options)
    if (options.json) terminal.out(sanitizeJson(decided))
    else printProposal(terminal, decided)
    context.setExitCode(exitCodes.ok)
  })
}
