import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** A child process that runs one file of this folder. */
export interface Child {
  readonly process: ChildProcess
  /** Its stdout, line by line. */
  readonly lines: AsyncIterable<string>
  /** Resolves when it has exited, with its stderr. */
  readonly ended: Promise<{ readonly code: number | null; readonly errors: string }>
}

/** Starts `file` with `input` (JSON) as its one argument, optionally as another user or under a wrapper. */
export function startChild(
  file: string,
  input: unknown,
  options: { readonly uid?: number; readonly wrapper?: readonly string[] } = {},
): Child {
  const script = fileURLToPath(new URL(file, import.meta.url))
  const node = [process.execPath, '--conditions=repertoire-source', script, JSON.stringify(input)]
  const [command = '', ...args] = [...(options.wrapper ?? []), ...node]
  const uid = options.uid === undefined ? {} : { uid: options.uid, gid: options.uid }
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], ...uid })
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text) => {
    errors += text
  })
  const lines = createInterface({ input: child.stdout })
  const ended = new Promise<{ code: number | null; errors: string }>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, errors }))
  })
  return { process: child, lines, ended }
}

/** The stdout of a child until it exits; throws with its stderr when it fails. */
export async function outputOf(child: Child): Promise<string[]> {
  const lines: string[] = []
  for await (const line of child.lines) lines.push(line)
  const { code, errors } = await child.ended
  if (code !== 0) throw new Error(`The child ended with ${code}: ${errors}`)
  return lines
}

/** The argument {@link startChild} gave to this process. */
export function childInput<Input>(): Input {
  return JSON.parse(process.argv[2] ?? '') as Input
}
