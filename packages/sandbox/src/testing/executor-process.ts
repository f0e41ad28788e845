import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'

const main = join(import.meta.dirname, '../executor-main.ts')

export interface ExecutorProcess {
  readonly url: string
  readonly process: ChildProcess
  /** Its standard error so far. */
  readonly logged: () => string
  /** Resolves with its exit code. */
  readonly ended: Promise<number | null>
}

/** Starts the real executor on a free port and resolves when it listens. */
export async function startExecutor(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<ExecutorProcess> {
  const child = spawn(
    process.execPath,
    ['--conditions=repertoire-source', main, '--port', '0', ...args],
    { env: { PATH: process.env.PATH ?? '', ...env }, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let out = ''
  let err = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text
  })
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text
      const [found] = /http:\/\/\S+/.exec(out) ?? []
      if (found) resolve(found)
    })
    void ended.then(() => reject(new Error(`The executor ended before it listened: ${err}`)))
  })
  return { url, process: child, logged: () => err, ended }
}
