import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CommandError } from '../exit-codes.ts'
import { mainOf } from '../start/run-process.ts'
import { server } from '../start/start-command.ts'

export interface ThrowawayServer {
  /** Its data folder, by which it is found. */
  readonly data: string
  /** Ends it and removes everything it kept. */
  stop(): Promise<void>
}

type Env = Readonly<Record<string, string | undefined>>

/**
 * Starts a server for this command alone, with a data folder of its own: the choice of skills there is the very
 * one of real turns, and nothing that is anybody's is touched.
 */
export async function startThrowawayServer(env: Env): Promise<ThrowawayServer> {
  const data = await mkdtemp(join(tmpdir(), 'repertoire-eval-'))
  const args = [...process.execArgv, mainOf(server), '--port', '0', '--data', data]
  const child = spawn(process.execPath, args, {
    cwd: data,
    env: environmentOf(env),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'exit')
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM')
    await ended
    await rm(data, { recursive: true, force: true })
  }
  const output = { text: '' }
  const up = new Promise<boolean>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output.text += text
        if (output.text.includes('Repertoire is at http')) resolve(true)
      })
    }
  })
  if (await Promise.race([up, ended.then(() => false)])) return { data, stop }
  await stop()
  throw new CommandError(`The server for the tests did not start: ${output.text.trim()}`)
}

const passedOn = ['PATH', 'Path', 'SystemRoot', 'TMPDIR', 'TEMP', 'TMP', 'HOME', 'NO_COLOR']

/**
 * Not the operator's database, files, secrets and models: only where programs are, the vocabularies, and the
 * settings that conditions of skills may ask for.
 */
export function environmentOf(env: Env): Record<string, string> {
  const routed = (env.ROUTING_ENV_NAMES ?? '').split(',').map((name) => name.trim())
  const harmless = routed.filter((name) => !/^(?:REPERTOIRE_|DATABASE_URL$|NODE_)/.test(name))
  const names = [...passedOn, 'VOCABULARIES_DIR', 'ROUTING_ENV_NAMES', ...harmless]
  const entries = names.flatMap((name) => {
    const value = env[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  return Object.fromEntries(entries)
}
