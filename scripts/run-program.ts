import { spawn } from 'node:child_process'

export interface ProgramEnd {
  /** Null where it could not be started. */
  readonly code: number | null
  readonly output: string
}

interface Program {
  readonly cwd: string
  /** Besides this process's. */
  readonly env?: Readonly<Record<string, string>>
}

/** Runs a program to its end. */
export async function runProgram(
  command: string,
  args: readonly string[],
  { cwd, env = {} }: Program,
): Promise<ProgramEnd> {
  const child = spawn(command, args, {
    ...{ cwd, env: { ...process.env, ...env } },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  const code = await new Promise<number | null>((resolve) => {
    child.on('error', (error) => {
      output += error.message
      resolve(null)
    })
    child.on('close', resolve)
  })
  return { code, output }
}
