import { Command } from 'commander'
import { runProcess } from '../start/run-process.ts'
import { dataTools } from './backup-command.ts'

const examples = `
Examples:
  $ DATABASE_URL=postgres://… repertoire copy-to-postgres --data /srv/data

Stop the server first. The database has to be empty. Files and the SQLite database stay where they are.`

/** `repertoire copy-to-postgres`: what a server on SQLite has, for servers on PostgreSQL. */
export function copyToPostgresCommand(process: NodeJS.Process): Command {
  return new Command('copy-to-postgres')
    .description('copy everything from the SQLite database of a data folder into DATABASE_URL')
    .option('--data <folder>', 'data folder (REPERTOIRE_DATA_DIR, default ./.data)')
    .addHelpText('after', examples)
    .action(async ({ data }: { data?: string }) => {
      const flags = data === undefined ? [] : ['--data', data]
      await runProcess(process, dataTools, ['copy-to-postgres', '', ...flags])
    })
}
