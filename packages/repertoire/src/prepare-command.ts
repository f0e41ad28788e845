import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { dataFolderOf } from './data-folder.ts'

/**
 * Without a command, it is `start`. Data is kept for the account, so that the command works from every folder; a `.data`
 * that is already in this folder, and REPERTOIRE_DATA_DIR, come first.
 */
export function prepareCommand(process: NodeJS.Process): void {
  const { argv, env, platform } = process
  if (argv.length === 2) argv.push('start')
  if (env.REPERTOIRE_DATA_DIR || existsSync(join(process.cwd(), '.data'))) return
  env.REPERTOIRE_DATA_DIR = dataFolderOf({ platform, home: homedir(), env })
}
