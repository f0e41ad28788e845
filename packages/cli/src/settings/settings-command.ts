import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { SettingsBody, SettingsUpdate } from '@repertoire/client'
import { Command } from 'commander'
import type { CommandContext } from '../command/command-context.ts'
import { CommandError } from '../command/exit-codes.ts'
import { ServerCommand } from '../connection/server-command.ts'
import type { Results } from '../terminal/results.ts'
import { sanitizeJson, sanitizeText } from '../terminal/sanitize-text.ts'

const examples = `
Examples:
  $ repertoire settings                                       all settings of the organisation
  $ repertoire settings show licence_policy minimum_update_age_days
  $ repertoire settings set minimum_update_age_days=7 web_fetch_enabled=true
  $ repertoire settings set organisation_policies=@policies.md licence_policy=@licences.json

A value is JSON where it can be read as JSON, otherwise text; @ and a file give what is in the file. docs/reference/settings.md
says what each setting means. Changing them needs an owner or admin.
Exit codes: 0 done, 2 the command failed.`

/** `repertoire settings`. */
export function settingsCommand(context: CommandContext): Command {
  return new Command('settings')
    .description('settings of the organisation: show, set')
    .addHelpText('after', examples)
    .addCommand(showCommand(context), { isDefault: true })
    .addCommand(setCommand(context))
}

function showCommand(context: CommandContext): Command {
  return new ServerCommand('show', context)
    .description('show the settings of the organisation, or some of them')
    .argument('[names...]', 'by default all')
    .json()
    .runOnServer(async ({ client, send, print }, names: string[]) => {
      printSettings(await send(client.settings.get()), { names, print })
    })
}

function setCommand(context: CommandContext): Command {
  return new ServerCommand('set', context)
    .description('change settings of the organisation')
    .argument('<changes...>', 'name=value, or name=@file')
    .json()
    .runOnServer(async ({ client, send, print }, changes: string[]) => {
      const change = Object.fromEntries(changes.map((one) => readChange(one, context.cwd)))
      const before = await send(client.settings.get())
      const names = Object.keys(change)
      checkNames(before, names)
      const after = await send(client.settings.update(change as SettingsUpdate, before.etag))
      printSettings(after, { names, print })
    })
}

function readChange(text: string, cwd: string): readonly [name: string, value: unknown] {
  const at = text.indexOf('=')
  if (at < 1) {
    const message = `${JSON.stringify(sanitizeText(text))} is no change of a setting.`
    throw new CommandError(message, 'Write name=value, for example web_fetch_enabled=true.')
  }
  const given = text.slice(at + 1)
  return [
    text.slice(0, at),
    parseValue(given.startsWith('@') ? readText(resolve(cwd, given.slice(1))) : given),
  ]
}

function parseValue(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    const message = `${JSON.stringify(sanitizeText(file))} cannot be read.`
    throw new CommandError(message, 'Give the file of the value after @.')
  }
}

interface ShownSettings extends Pick<Results, 'print'> {
  readonly names: readonly string[]
}

function printSettings({ etag: _, ...settings }: SettingsBody, { names, print }: ShownSettings) {
  checkNames(settings, names)
  const wanted = new Set(names)
  const shown = Object.entries(settings).filter(([name]) => names.length === 0 || wanted.has(name))
  const width = Math.max(0, ...shown.map(([name]) => name.length))
  print(
    Object.fromEntries(shown),
    shown.map(([name, value]) => `${name.padEnd(width)}  ${sanitizeJson(value)}`),
  )
}

function checkNames(settings: object, names: readonly string[]): void {
  const unknown = names.find((name) => name === 'etag' || !Object.hasOwn(settings, name))
  if (unknown === undefined) return
  const message = `There is no setting ${JSON.stringify(sanitizeText(unknown))}.`
  throw new CommandError(message, '`repertoire settings` lists them.')
}
