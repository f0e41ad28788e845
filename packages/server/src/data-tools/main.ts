import { isProblemError } from '@repertoire/core/base'
import { loadConfig } from '../setup/config/config.ts'
import { backUp } from './back-up.ts'
import { copyDataToPostgres } from './copy-data-to-postgres.ts'
import type { DataTool } from './data-tool.ts'

const tools: Readonly<Record<string, (tool: DataTool) => Promise<void>>> = {
  backup: backUp,
  'copy-to-postgres': copyDataToPostgres,
}

const [name = '', argument = '', ...argv] = process.argv.slice(2)
try {
  const config = loadConfig({ argv, env: process.env, cwd: process.cwd() })
  const print = (line: string) => void process.stdout.write(`${line}\n`)
  if (config) await tools[name]?.({ config, argument, print })
} catch (error) {
  const { message, hint } = isProblemError(error) ? error.problem : ofSystem(error)
  process.stderr.write(`${message}${hint ? `\n${hint}` : ''}\n`)
  process.exitCode = 1
}

/** A full disk or a folder that is not ours, in the words of the system. Rethrows everything else. */
function ofSystem(error: unknown): { readonly message: string; readonly hint?: string } {
  if (!(error instanceof Error && 'syscall' in error)) throw error
  return { message: `It was not finished: ${error.message}`, hint: 'Mend that, and run it again.' }
}
