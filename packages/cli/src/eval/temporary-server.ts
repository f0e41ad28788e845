import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CommandError } from '../command/exit-codes.ts'
import { mainPathOf } from '../start/run-process.ts'
import { server } from '../start/start-command.ts'

export interface TemporaryServer {
  /** Its data folder, which contains its URL and key. */
  readonly data: string
  /** Stops it and deletes its data. */
  stop(): Promise<void>
}

type Env = Readonly<Record<string, string | undefined>>

/**
 * Starts a temporary server with its own data folder: it chooses skills exactly as real turns do, and no user
 * data is touched.
 */
export async function startTemporaryServer(env: Env): Promise<TemporaryServer> {
  const data = await mkdtemp(join(tmpdir(), 'repertoire-eval-'))
  const args = [...process.execArgv, mainPathOf(server), '--port', '0', '--data', data]
  const child = spawn(process.execPath, args, {
    cwd: data,
    env: childEnvironment(env),
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
  throw new CommandError(`The temporary server did not start: ${output.text.trim()}`)
}

const passedVariables = ['PATH', 'Path', 'SystemRoot', 'TMPDIR', 'TEMP', 'TMP', 'HOME', 'NO_COLOR']

/**
 * The environment of the temporary server: program paths, vocabularies, and settings that skills may require.
 * Not the operator's database, files, secrets and models, and no samples.
 */
export function childEnvironment(env: Env): Record<string, string> {
  const routed = (env.ROUTING_ENV_NAMES ?? '').split(',').map((name) => name.trim())
  const harmless = routed.filter((name) => !/^(?:REPERTOIRE_|DATABASE_URL$|NODE_)/.test(name))
  const names = [...passedVariables, 'VOCABULARIES_DIR', 'ROUTING_ENV_NAMES', ...harmless]
  const entries = names.flatMap((name) => {
    const value = env[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  return { ...Object.fromEntries(entries), REPERTOIRE_SAMPLES: 'off' }
}
