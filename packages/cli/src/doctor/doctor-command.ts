import type { Command } from 'commander'
import type { CommandContext } from '../command/command-context.ts'
import { CommandError, exitCodes } from '../command/exit-codes.ts'
import { readVersion } from '../command/version.ts'
import { openServer, readMe } from '../connection/api.ts'
import type { ConnectionOptions } from '../connection/connection.ts'
import { ServerCommand } from '../connection/server-command.ts'
import { isNewer, newerServer } from '../connection/server-version.ts'
import { sanitizeText } from '../terminal/sanitize-text.ts'
import {
  checkDataFolder,
  checkGit,
  checkNode,
  checkPort,
  checkSandbox,
  type Machine,
} from './check-machine.ts'
import { checkIndexes, checkModel } from './check-services.ts'
import { checkSettings } from './check-settings.ts'
import { broken, type DoctorReport, missing, works } from './doctor-report.ts'

const examples = `
Looks at this machine and this environment, as \`repertoire start\` would, and at the server in use. Changes
nothing.

Exit codes: 0 nothing is broken, 1 something is.`

const marks = { works: '✓', missing: '–', broken: '✗' } as const
const colours = { works: 'green', missing: 'yellow', broken: 'red' } as const

/** `repertoire doctor`. */
export function doctorCommand(context: CommandContext): Command {
  return new ServerCommand('doctor', context)
    .description('say what works here, and what to do about the rest')
    .json('print one JSON object per line')
    .addHelpText('after', examples)
    .run(async ({ terminal, print }, options: ConnectionOptions) => {
      const found = await diagnose(options, context)
      for (const one of found) {
        const mark = terminal.paint(colours[one.state], marks[one.state])
        print(one, [
          `${mark} ${one.subject.padEnd(11)}  ${sanitizeText(one.message)}`,
          ...(one.fix === null ? [] : [`               ${sanitizeText(one.fix)}`]),
        ])
      }
      const isBroken = found.some(({ state }) => state === 'broken')
      return isBroken ? exitCodes.negative : exitCodes.ok
    })
}

async function diagnose(
  options: ConnectionOptions,
  context: CommandContext,
): Promise<readonly DoctorReport[]> {
  const { cwd } = context
  const { data } = options
  const env = data === undefined ? context.env : { ...context.env, REPERTOIRE_DATA_DIR: data }
  const { platform, version: nodeVersion } = process
  const machine: Machine = { env, cwd, platform, nodeVersion }
  const [local, server, settings] = await Promise.all([
    localUrl(options, context),
    checkServer(options, context),
    checkSettings(machine),
  ])
  return [
    checkNode(machine),
    checkDataFolder(machine),
    await checkPort(machine, local),
    ...settings,
    await checkModel(env),
    ...(settings.some(({ subject }) => subject === 'sandbox') ? [] : [await checkSandbox(machine)]),
    await checkGit(machine),
    ...(await checkIndexes(env)),
    server,
  ]
}

/** The server of this machine, if it answers. */
async function localUrl(
  { data }: ConnectionOptions,
  { env, cwd }: CommandContext,
): Promise<string | null> {
  try {
    const withoutOthers = { ...env, REPERTOIRE_URL: undefined, REPERTOIRE_SERVER: undefined }
    const { client, place } = openServer({ data, server: 'local' }, { env: withoutOthers, cwd })
    await client.system.health()
    return place.baseUrl
  } catch {
    return null
  }
}

async function checkServer(
  options: ConnectionOptions,
  context: CommandContext,
): Promise<DoctorReport> {
  try {
    const server = openServer(options, context)
    const { client, send, place } = server
    const me = await readMe(server)
    if (isNewer(me.version, readVersion())) throw newerServer(place.baseUrl, me.version)
    const { checks } = await send(client.system.readiness())
    const away = Object.entries(checks).flatMap(([name, state]) => (state === 'ok' ? [] : [name]))
    const shown = `${place.baseUrl}, version ${me.version}`
    if (away.length === 0) return works('server', shown)
    return broken('server', `${shown}; away: ${away.join(', ')}.`, 'Turns wait for it: start it.')
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    const fix = error.hint ?? 'Run `repertoire status`.'
    // Nobody has to have a server here.
    const isNone = error.message.startsWith('No server is configured')
    return isNone ? missing('server', error.message, fix) : broken('server', error.message, fix)
  }
}
