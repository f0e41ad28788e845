import type { SettingsBody, SettingsUpdate } from '@repertoire/client'
import { type ScanPreset, type SeverityOverrides, scanPresets } from '@repertoire/skill-md'
import { Command, Option } from 'commander'
import { addSeverityOption } from '../check/scan-policy-options.ts'
import type { CommandContext } from '../command/command-context.ts'
import { ServerCommand } from '../connection/server-command.ts'
import type { Results } from '../terminal/results.ts'
import { sanitizeText } from '../terminal/sanitize-text.ts'

const examples = `
Examples:
  $ repertoire scanner                                            the preset, and rules that count otherwise
  $ repertoire scanner set --preset strict
  $ repertoire scanner set --severity supply.shortener=high --remove run.tls-off
  $ repertoire scanner set --review-model anthropic/claude-opus   a model that reads each package, too
  $ repertoire scanner rules                                      every rule, with the severity that it has

Needs an owner or admin; an owner for quiet, to lower a rule that blocks, and to change or remove the model.
Exit codes: 0 done, 2 the command failed.`

/** `repertoire scanner`. */
export function scannerCommand(context: CommandContext): Command {
  return new Command('scanner')
    .description('how findings of the scan count on the server: show, set, rules')
    .addHelpText('after', examples)
    .addCommand(showCommand(context), { isDefault: true })
    .addCommand(setCommand(context))
    .addCommand(rulesCommand(context))
}

function showCommand(context: CommandContext): Command {
  return new ServerCommand('show', context)
    .description('show the preset and the severities that are set')
    .json()
    .runOnServer(async (server) => {
      const { client, send } = server
      printPolicy(await send(client.settings.get()), server)
    })
}

interface SetOptions {
  preset?: ScanPreset
  reviewModel?: string
  severity: SeverityOverrides
  remove: string[]
}

function setCommand(context: CommandContext): Command {
  return addSeverityOption(new ServerCommand('set', context))
    .description('set the preset, severities of rules, or the model that reads packages')
    .addOption(new Option('--preset <name>', 'what waits for a person').choices(scanPresets))
    .option('--review-model <id>', "a model of `models` that reads each package; '' for none")
    .option('--remove <rules...>', 'these count again as the scanner says', [])
    .json()
    .runOnServer(async (server, options: SetOptions) => {
      const { client, send } = server
      const { etag, scan_severities: before } = await send(client.settings.get())
      const change = changeOf(options, before)
      printPolicy(await send(client.settings.update(change, etag)), server)
    })
}

function changeOf(
  { preset, reviewModel, severity, remove }: SetOptions,
  before: SettingsBody['scan_severities'],
): SettingsUpdate {
  const kept = Object.entries({ ...before, ...severity }).filter(([rule]) => !remove.includes(rule))
  return {
    scan_severities: Object.fromEntries(kept),
    ...(preset && { scan_preset: preset }),
    ...(reviewModel !== undefined && { review_model_id: reviewModel || null }),
  }
}

function rulesCommand(context: CommandContext): Command {
  return new ServerCommand('rules', context)
    .description('list the rules of the scanner')
    .json('print one JSON object per rule and line')
    .runOnServer(async ({ client, send, print }) => {
      for (const rule of await send(client.settings.scanRules())) {
        const { id, severity, message } = rule
        print(rule, `${id.padEnd(32)}  ${severity.padEnd(8)}  ${message}`)
      }
    })
}

function printPolicy(settings: SettingsBody, { print }: Results): void {
  const { scan_preset, scan_severities, review_model_id } = settings
  const severities = Object.entries(scan_severities)
  print({ scan_preset, scan_severities, review_model_id }, [
    `preset  ${scan_preset}`,
    ...(review_model_id === null ? [] : [`review model  ${sanitizeText(review_model_id)}`]),
    ...severities.map(([rule, severity]) => `${rule}  ${severity}`),
  ])
}
