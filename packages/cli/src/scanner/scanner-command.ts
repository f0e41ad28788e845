import type { SettingsBody, SettingsUpdate } from '@repertoire/client'
import { type ScanPreset, type SeverityOverrides, scanPresets } from '@repertoire/skill-md'
import { Command, Option } from 'commander'
import { addSeverityOption } from '../check/scan-policy-options.ts'
import type { CommandContext } from '../command/command-context.ts'
import { exitCodes } from '../command/exit-codes.ts'
import { openServer } from '../connection/api.ts'
import type { ConnectionOptions } from '../connection/connection.ts'
import { addConnectionOptions } from '../connection/connection-options.ts'
import { sanitizeJson } from '../terminal/sanitize-text.ts'
import type { Terminal } from '../terminal/terminal.ts'

const examples = `
Examples:
  $ repertoire scanner                                            the preset, and rules that count otherwise
  $ repertoire scanner set --preset strict
  $ repertoire scanner set --severity supply.shortener=high --remove run.tls-off
  $ repertoire scanner rules                                      every rule, with the severity that it has

Needs an owner or admin; an owner for quiet, and to lower a rule that blocks.
Exit codes: 0 done, 2 the command failed.`

interface JsonOptions extends ConnectionOptions {
  json: boolean
}

/** `repertoire scanner`. */
export function scannerCommand(context: CommandContext): Command {
  const command = new Command('scanner')
    .description('how findings of the scan count on the server: show, set, rules')
    .addHelpText('after', examples)
  command.addCommand(showCommand(context), { isDefault: true })
  command.addCommand(setCommand(context))
  command.addCommand(rulesCommand(context))
  return command
}

function showCommand(context: CommandContext): Command {
  const command = new Command('show')
    .description('show the preset and the severities that are set')
    .option('--json', 'print one JSON object', false)
    .exitOverride()
  return addConnectionOptions(command).action(async (options: JsonOptions) => {
    const { client, send } = openServer(options, context)
    printPolicy(context.terminal, await send(client.settings.get()), options)
    context.setExitCode(exitCodes.ok)
  })
}

interface SetOptions extends JsonOptions {
  preset?: ScanPreset
  severity: SeverityOverrides
  remove: string[]
}

function setCommand(context: CommandContext): Command {
  const command = addSeverityOption(new Command('set'))
    .description('set the preset, or severities of rules')
    .addOption(new Option('--preset <name>', 'what waits for a person').choices(scanPresets))
    .option('--remove <rules...>', 'these count again as the scanner says', [])
    .option('--json', 'print one JSON object', false)
    .exitOverride()
  return addConnectionOptions(command).action(async (options: SetOptions) => {
    const { client, send } = openServer(options, context)
    const { etag, scan_severities: before } = await send(client.settings.get())
    const change = changeOf(options, before)
    printPolicy(context.terminal, await send(client.settings.update(change, etag)), options)
    context.setExitCode(exitCodes.ok)
  })
}

function changeOf(
  { preset, severity, remove }: SetOptions,
  before: SettingsBody['scan_severities'],
): SettingsUpdate {
  const kept = Object.entries({ ...before, ...severity }).filter(([rule]) => !remove.includes(rule))
  return { scan_severities: Object.fromEntries(kept), ...(preset && { scan_preset: preset }) }
}

function rulesCommand(context: CommandContext): Command {
  const command = new Command('rules')
    .description('list the rules of the scanner')
    .option('--json', 'print one JSON object per rule and line', false)
    .exitOverride()
  return addConnectionOptions(command).action(async (options: JsonOptions) => {
    const { client, send } = openServer(options, context)
    for (const rule of await send(client.settings.scanRules())) {
      const { id, severity, message } = rule
      const line = `${id.padEnd(32)}  ${severity.padEnd(8)}  ${message}`
      context.terminal.out(options.json ? sanitizeJson(rule) : line)
    }
    context.setExitCode(exitCodes.ok)
  })
}

function printPolicy(
  terminal: Terminal,
  { scan_preset, scan_severities }: SettingsBody,
  { json }: Pick<JsonOptions, 'json'>,
): void {
  if (json) {
    terminal.out(sanitizeJson({ scan_preset, scan_severities }))
    return
  }
  terminal.out(`preset  ${scan_preset}`)
  for (const [rule, severity] of Object.entries(scan_severities)) {
    terminal.out(`${rule}  ${severity}`)
  }
}
