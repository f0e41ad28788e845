import { Command, Option } from 'commander'
import { connect } from '../connection/api.ts'
import type { ConnectionOptions } from '../connection/connection.ts'
import { addConnectionOptions } from '../connection/connection-options.ts'
import { exitCodes } from '../exit-codes.ts'
import type { Surroundings } from '../surroundings.ts'
import { plainJson } from '../terminal/plain-text.ts'
import { isSettled, printIntegration, printOutcome } from './integration-lines.ts'

interface ListOptions extends ConnectionOptions {
  json: boolean
}

interface ChangeOptions extends ListOptions {
  scope: 'org' | 'user'
}

const examples = `
Examples:
  $ repertoire integrations                         what is in the server's folder of integrations
  $ repertoire integrations setup tracker           its skills for everybody, or up to its version
  $ repertoire integrations setup tracker --scope user
  $ repertoire integrations remove tracker          with those of its skills that nobody edited

What people wrote or edited stays as it is, and is told as skipped.

Exit codes: 0 done, 1 something is broken or was left as it is, 2 could not be asked.`

/** `repertoire integrations`. */
export function integrationsCommand(around: Surroundings): Command {
  const command = new Command('integrations')
    .description('list the integrations of the server, set them up, take them away')
    .addHelpText('after', examples)
  command.addCommand(listCommand(around), { isDefault: true })
  command.addCommand(setUpCommand(around))
  command.addCommand(removeCommand(around))
  return command
}

function listCommand(around: Surroundings): Command {
  const command = new Command('list')
    .description('list them, with their skills and for whom they are set up')
    .option('--json', 'one JSON object an integration and line', false)
    .exitOverride()
  return addConnectionOptions(command).action(async (options: ListOptions) => {
    const { terminal } = around
    const { items, folder } = await connect(options, around).integrations()
    for (const item of items) {
      if (options.json) terminal.out(plainJson(item))
      else printIntegration(item, terminal)
    }
    if (items.length === 0)
      terminal.note(`There are none.${folder ? ` They go into ${folder}.` : ''}`)
    const broken = items.some(({ problem, skills }) => problem ?? skills.some((s) => s.problem))
    around.finish(broken ? exitCodes.negative : exitCodes.ok)
  })
}

function setUpCommand(around: Surroundings): Command {
  const command = new Command('setup')
    .description('bring an integration’s skills in, or up to its version')
    .argument('<domain>', 'the integration')
  return changeCommand(command, around, (api, domain, scope) => api.setUpIntegration(domain, scope))
}

function removeCommand(around: Surroundings): Command {
  const command = new Command('remove')
    .description('take an integration away, with those of its skills that nobody edited')
    .argument('<domain>', 'the integration')
  return changeCommand(command, around, (api, domain, scope) =>
    api.removeIntegration(domain, scope),
  )
}

type Api = ReturnType<typeof connect>
type Change = (
  api: Api,
  domain: string,
  scope: ChangeOptions['scope'],
) => ReturnType<Api['setUpIntegration']>

function changeCommand(command: Command, around: Surroundings, change: Change): Command {
  command
    .addOption(
      new Option('--scope <scope>', 'for everybody, or for yourself')
        .choices(['org', 'user'])
        .default('org'),
    )
    .option('--json', 'one JSON object a skill and line', false)
    .exitOverride()
  return addConnectionOptions(command).action(async (domain: string, options: ChangeOptions) => {
    const { terminal } = around
    const outcomes = await change(connect(options, around), domain, options.scope)
    for (const outcome of outcomes) {
      if (options.json) terminal.out(plainJson(outcome))
      else printOutcome(outcome, terminal)
    }
    if (outcomes.length === 0) terminal.note('It had no skill to bring or to take away.')
    around.finish(outcomes.every(isSettled) ? exitCodes.ok : exitCodes.negative)
  })
}
