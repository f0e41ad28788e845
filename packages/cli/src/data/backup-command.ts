import { Command } from 'commander'
import { type ProgramToRun, runProcess } from '../start/run-process.ts'

export const dataTools: ProgramToRun = {
  find: () => import.meta.resolve('@repertoire/server/data-tools'),
  title: 'The server',
  install: 'npm install @repertoire/server',
}

const examples = `
Examples:
  $ repertoire backup /backups/repertoire              the data folder, while the server runs
  $ repertoire backup /backups/today --data /srv/data

The same folder again brings it up to date. It has the database and the files, not secret.key: keep that apart.`

/** `repertoire backup <folder>`: copies database and files of a data folder. */
export function backupCommand(process: NodeJS.Process): Command {
  return new Command('backup')
    .description('copy database and files of a data folder, while its server runs or not')
    .argument('<folder>', 'where the copy goes: a new folder, or an earlier backup')
    .option('--data <folder>', 'data folder (REPERTOIRE_DATA_DIR, default ./.data)')
    .addHelpText('after', examples)
    .action(async (folder: string, { data }: { data?: string }) => {
      const flags = data === undefined ? [] : ['--data', data]
      await runProcess(process, dataTools, ['backup', folder, ...flags])
    })
}
