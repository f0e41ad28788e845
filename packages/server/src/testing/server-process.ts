import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** The real server as a separate process. */
export interface ServerProcess {
  /** The URL that its banner prints. */
  readonly url: string
  /** Standard output so far. */
  printed(): string
  /** Standard error so far. */
  logged(): string
  /** Sends the signal. Resolves with the exit code, or with the signal that ended it. */
  stop(signal: NodeJS.Signals): Promise<number | string | null>
}

export interface Spawned {
  readonly child: ChildProcess
  printed(): string
  logged(): string
  readonly exited: Promise<number | string | null>
}

export function spawnServer(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Spawned {
  // `npm test` names the server as `npm start` runs it: one file, which starts in half the time.
  const main = process.env.SERVER_MAIN ?? join(import.meta.dirname, '../main.ts')
  const child = spawn(process.execPath, ['--conditions=repertoire-source', main, ...args], {
    env: {
      ...{ PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE },
      ...{ REPERTOIRE_SAMPLES: 'off', ...env },
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const text = { out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    text.out += chunk
  })
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    text.err += chunk
  })
  const exited = once(child, 'close').then(([code, signal]) => code ?? signal)
  return { child, printed: () => text.out, logged: () => text.err, exited }
}

/** Starts a server on a free port and resolves once its banner is printed. */
export async function startServerProcess(
  dataDir: string,
  env: Readonly<Record<string, string>> = {},
): Promise<ServerProcess> {
  const spawned = spawnServer(['--port', '0', '--data', dataDir], env)
  const { child, printed, logged, exited } = spawned
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', () => {
      const found = /is at (http:\S+)[\s\S]*Stop:/.exec(printed())
      if (found?.[1]) resolve(found[1])
    })
    void exited.then((code) => reject(new Error(`it ended with ${code}:\n${logged()}`)))
  })
  return {
    url,
    printed,
    logged,
    stop: async (signal) => {
      child.kill(signal)
      return exited
    },
  }
}
