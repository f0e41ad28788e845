import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { mainPathOf } from '../start/run-process.ts'
import { server } from '../start/start-command.ts'
import type { Machine } from './check-machine.ts'
import { broken, type DoctorReport } from './doctor-report.ts'

const run = promisify(execFile)
/** More than the database and the executor are waited for. */
const patienceMs = 60_000

/**
 * What the server itself says of its settings and of the services that they name: only the server knows what it would refuse, and
 * the command loads no code of it.
 */
export async function checkSettings({ env, cwd }: Machine): Promise<readonly DoctorReport[]> {
  const args = [...process.execArgv, mainPathOf(server), '--check']
  try {
    const { stdout } = await run(process.execPath, args, { env, cwd, timeout: patienceMs })
    return stdout
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as DoctorReport)
  } catch (error) {
    const { stderr = '' } = error as { stderr?: string }
    const reason = stderr.trim().split('\n').at(-1) || 'it gave no reason'
    const fix = 'Run `repertoire start`, which says more.'
    return [broken('settings', `The server could not check them: ${reason}.`, fix)]
  }
}
