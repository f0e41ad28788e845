import { Command } from 'commander'
import { runProcess } from './run-process.ts'
import { otherSettings, server } from './start-command.ts'

const examples = `
Examples:
  $ WORKFLOW__EXECUTION_ENGINE=temporal repertoire worker --data /srv/repertoire

Its settings are the server's, by the same environment variables: the database, the files, the models, the keys
and where Temporal is. Servers that should leave the work to workers get TEMPORAL_WORKER=off. Ctrl-C hands open
turns back.

${otherSettings}`

/** `repertoire worker`: executes turns as a child process, without an interface. */
export function workerCommand(process: NodeJS.Process): Command {
  return new Command('worker')
    .description('execute turns from Temporal, apart from the servers')
    .option('--data <folder>', 'data folder (REPERTOIRE_DATA_DIR, default ./.data)')
    .addHelpText('after', examples)
    .action(async ({ data }: { data?: string }) => {
      await runProcess(process, server, [
        '--worker',
        ...(data === undefined ? [] : ['--data', data]),
      ])
    })
}
