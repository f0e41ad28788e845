import { Command } from 'commander'
import { type ProgramToRun, runProcess } from './run-process.ts'

export const server: ProgramToRun = {
  find: () => import.meta.resolve('@repertoire/server/main'),
  title: 'The server',
  install: 'npm install @repertoire/server',
}

interface StartOptions {
  port?: string
  host?: string
  data?: string
  integrations?: string
  samples: boolean
}

export const otherSettings = `Every other setting is a variable of the environment: docs/reference/settings.md, which a running server has at
/docs/reference/settings. \`repertoire doctor\` checks them.`

const examples = `
Examples:
  $ repertoire start                                   http://127.0.0.1:4000, data in ./.data
  $ repertoire start --port 8080 --data /srv/repertoire

PORT, HOST and REPERTOIRE_DATA_DIR do the same. Ctrl-C stops it.

${otherSettings}`

/** `repertoire start`: runs the server as a child process. */
export function startCommand(process: NodeJS.Process): Command {
  return new Command('start')
    .description('start the server on this machine')
    .option('--port <number>', 'port to listen on (PORT, default 4000; 0 chooses a free one)')
    .option('--host <address>', 'address to listen on (HOST, default 127.0.0.1)')
    .option('--data <folder>', 'data folder (REPERTOIRE_DATA_DIR, default ./.data)')
    .option(
      '--integrations <folder>',
      'folder of integrations (REPERTOIRE_INTEGRATIONS_DIR, default in the data folder)',
    )
    .option(
      '--no-samples',
      'leave out the skills that ship with the server (REPERTOIRE_SAMPLES=off)',
    )
    .addHelpText('after', examples)
    .action(async (options: StartOptions) => {
      const flags = (['port', 'host', 'data', 'integrations'] as const).flatMap((name) => {
        const value = options[name]
        return value === undefined ? [] : [`--${name}`, value]
      })
      await runProcess(process, server, [...flags, ...(options.samples ? [] : ['--no-samples'])])
    })
}
