import { Command } from 'commander'
import { runProcess, type Startable } from './run-process.ts'

export const server: Startable = {
  find: () => import.meta.resolve('@repertoire/server/main'),
  title: 'The server',
  install: 'npm install @repertoire/server',
}

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
      await runProcess(process, server, flags)
    })
}
