import { Command, Option } from 'commander'
import type { CommandContext } from '../command/command-context.ts'
import { exitCodes } from '../command/exit-codes.ts'
import { type Api, connect } from '../connection/api.ts'
import { ServerCommand } from '../connection/server-command.ts'
import { isSettled, printIntegration, printOutcome } from './integration-lines.ts'

interface ChangeOptions {
  scope: 'org' | 'user'
  acknowledgeFindings?: string[]
}

const examples = `
Examples:
  $ repertoire integrations                         the integrations in the server's folder
  $ repertoire integrations setup tracker           install or update its skills for everyone
  $ repertoire integrations setup tracker --scope user
  $ repertoire integrations remove tracker          with its unedited skills

Skills that people wrote or edited are kept and reported as skipped.

Exit codes: 0 done, 1 something is broken or was skipped, 2 the command failed.`

/** `repertoire integrations`. */
export function integrationsCommand(context: CommandContext): Command {
  return new Command('integrations')
    .description('list, set up and remove integrations of the server')
    .addHelpText('after', examples)
    .addCommand(listCommand(context), { isDefault: true })
    .addCommand(setUpCommand(context))
    .addCommand(removeCommand(context))
}

function listCommand(context: CommandContext): Command {
  return new ServerCommand('list', context)
    .description('list integrations with their skills and scopes')
    .json('print one JSON object per integration and line')
    .runOnServer(async (server) => {
      const { terminal, print } = server
      const { items, folder } = await connect(server).integrations()
      for (const item of items) print(item, () => printIntegration(item, terminal))
      if (items.length === 0)
        terminal.note(`There are no integrations.${folder ? ` Put them into ${folder}.` : ''}`)
      const broken = items.some(({ problem, skills }) => problem ?? skills.some((s) => s.problem))
      return broken ? exitCodes.negative : exitCodes.ok
    })
}

function setUpCommand(context: CommandContext): Command {
  const command = new ServerCommand('setup', context)
    .description('install or update the skills of an integration')
    .argument('<domain>', 'domain of the integration')
    .option(
      '--acknowledge-findings <digests...>',
      'take contents of these digests, whose findings you read',
    )
  return changeCommand(command, (api, domain, { scope, acknowledgeFindings }) =>
    api.setUpIntegration(domain, scope, acknowledgeFindings),
  )
}

function removeCommand(context: CommandContext): Command {
  const command = new ServerCommand('remove', context)
    .description('remove an integration and its unedited skills')
    .argument('<domain>', 'domain of the integration')
  return changeCommand(command, (api, domain, { scope }) => api.removeIntegration(domain, scope))
}

type Change = (
  api: Api,
  domain: string,
  options: ChangeOptions,
) => ReturnType<Api['setUpIntegration']>

function changeCommand(command: ServerCommand, change: Change): Command {
  return command
    .addOption(
      new Option('--scope <scope>', 'for everyone, or for yourself')
        .choices(['org', 'user'])
        .default('org'),
    )
    .json('print one JSON object per skill and line')
    .runOnServer(async (server, domain: string, options: ChangeOptions) => {
      const { terminal, print } = server
      const outcomes = await change(connect(server), domain, options)
      for (const outcome of outcomes) print(outcome, () => printOutcome(outcome, terminal))
      if (outcomes.length === 0) terminal.note('No skill was changed.')
      return outcomes.every(isSettled) ? exitCodes.ok : exitCodes.negative
    })
}
