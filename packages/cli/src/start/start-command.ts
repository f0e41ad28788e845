import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { Command } from 'commander'
import { CommandError, exitCodes } from '../exit-codes.ts'

interface StartOptions {
  port?: string
  host?: string
  data?: string
  integrations?: string
}

const examples = `
Examples:
  $ repertoire start                                   http://127.0.0.1:4000, data in ./.data
  $ repertoire start --port 8080 --data /srv/repertoire

The same by PORT, HOST and REPERTOIRE_DATA_DIR. Ctrl-C stops it.`

/** `repertoire start`: runs the server as a process of its own and ends as it ends. */
export function startCommand(process: NodeJS.Process): Command {
  return new Command('start')
    .description('start the server on this machine')
    .option('--port <number>', 'port to listen on (PORT, default 4000; 0 takes a free one)')
    .option('--host <address>', 'address to listen on (HOST, default 127.0.0.1)')
    .option('--data <folder>', 'where everything is kept (REPERTOIRE_DATA_DIR, default ./.data)')
    .option(
      '--integrations <folder>',
      'where integrations are found (REPERTOIRE_INTEGRATIONS_DIR, default in the data folder)',
    )
    .addHelpText('after', examples)
    .action(async (options: StartOptions) => {
      const flags = (['port', 'host', 'data', 'integrations'] as const).flatMap((name) => {
        const value = options[name]
        return value === undefined ? [] : [`--${name}`, value]
      })
      await runServer(process, flags)
    })
}

async function runServer(process: NodeJS.Process, flags: string[]): Promise<void> {
  const args = [...process.execArgv, serverMain(), ...flags]
  const server = spawn(process.execPath, args, { stdio: 'inherit' })
  const pass = (signal: NodeJS.Signals): void => {
    // Ctrl-C reaches the server by the terminal itself.
    if (signal !== 'SIGINT' || !inTerminal(process)) server.kill(signal)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, pass)
  const ended = await new Promise<{ code: number | null; signal: NodeJS.Signals | null }>(
    (resolve, reject) => {
      server.on('error', reject)
      server.on('exit', (code, signal) => resolve({ code, signal }))
    },
  )
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.off(signal, pass)
  if (ended.signal) process.kill(process.pid, ended.signal)
  else process.exitCode = ended.code ?? exitCodes.unable
}

function inTerminal({ stdin, stdout, stderr }: NodeJS.Process): boolean {
  return stdin.isTTY || stdout.isTTY || stderr.isTTY
}

/** Found, not imported: the server is a process of its own (docs/decisions/0004). */
function serverMain(): string {
  try {
    return fileURLToPath(import.meta.resolve('@repertoire/server/main'))
  } catch {
    throw new CommandError('The server is not installed.', 'Run: npm install @repertoire/server')
  }
}
