import { Command, Option } from 'commander'
import type { CommandContext } from '../command/command-context.ts'
import { exitCodes } from '../command/exit-codes.ts'
import { connect } from '../connection/api.ts'
import type { ConnectionOptions } from '../connection/connection.ts'
import { addConnectionOptions } from '../connection/connection-options.ts'
import { sanitizeJson } from '../terminal/sanitize-text.ts'
import { isSettled, printIntegration, printOutcome } from './integration-lines.ts'

interface ListOptions extends ConnectionOptions {
  json: boolean
}

interface ChangeOptions extends ListOptions {
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
  const command = new Command('integrations')
    .description('list, set up and remove integrations of the server')
    .addHelpText('after', examples)
  command.addCommand(listCommand(context), { isDefault: true })
  command.addCommand(setUpCommand(context))
  command.addCommand(removeCommand(context))
  return command
}

function listCommand(context: CommandContext): Command {
  const command = new Command('list')
    .description('list integrations with their skills and scopes')
    .option('--json', 'print one JSON object per integration and line', false)
    .exitOverride()
  return addConnectionOptions(command).action(async (options: ListOptions) => {
    const { terminal } = context
    const { items, folder } = await connect(options, context).integrations()
    for (const item of items) {
      if (options.json) terminal.out(sanitizeJson(item))
      else printIntegration(item, terminal)
    }
    if (items.length === 0)
      terminal.note(`There are no integrations.${folder ? ` Put them into ${folder}.` : ''}`)
    const broken = items.some(({ problem, skills }) => problem ?? skills.some((s) => s.problem))
    context.setExitCode(broken ? exitCodes.negative : exitCodes.ok)
  })
}

function setUpCommand(context: CommandContext): Command {
  const command = new Command('setup')
    .description('install or update the skills of an integration')
    .argument('<domain>', 'domain of the integration')
    .option(
      '--acknowledge-findings <digests...>',
      'take contents of these digests, whose findings you read',
    )
  return changeCommand(command, context, (api, domain, { scope, acknowledgeFindings }) =>
    api.setUpIntegration(domain, scope, acknowledgeFindings),
  )
}

function removeCommand(context: CommandContext): Command {
  const command = new Command('remove')
    .description('remove an integration and its unedited skills')
    .argument('<domain>', 'domain of the integration')
  return changeCommand(command, context, (api, domain, { scope }) =>
    api.removeIntegration(domain, scope),
  )
}

type Api = ReturnType<typeof connect>
type Change = (
  api: Api,
  domain: string,
  options: ChangeOptions,
) => ReturnType<Api['setUpIntegration']>

function changeCommand(command: Command, context: CommandContext, change: Change): Command {
  command
    .addOption(
      new Option('--scope <scope>', 'for everyone, or for yourself')
        .choices(['org', 'user'])
        .default('org'),
    )
    .option('--json', 'print one JSON object per skill and line', false)
    .exitOverride()
  return addConnectionOptions(command).action(async (domain: string, options: ChangeOptions) => {
    const { terminal } = context
    const outcomes = await change(connect(options, context), domain, options)
    for (const outcome of outcomes) {
      if (options.json) terminal.out(sanitizeJson(outcome))
      else printOutcome(outcome, terminal)
    }
    if (outcomes.length === 0) terminal.note('No skill was changed.')
    context.setExitCode(outcomes.every(isSettled) ? exitCodes.ok : exitCodes.negative)
  })
}
