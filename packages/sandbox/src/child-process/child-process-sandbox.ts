import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { type ColdBackend, ColdSandbox } from '../cold/cold-sandbox.ts'
import { runtimes, type Sandbox } from '../execution/execution.ts'
import type { ConcurrencyLimits } from '../queue/concurrency-limiter.ts'
import { assertNoLayers, assertNoNetwork, assertValidRequest } from '../request/validate-request.ts'
import { FifoPool } from '../streams/fifos.ts'
import { ChildProcessRun, interpreters } from './child-process-run.ts'

const run = promisify(execFile)
const warning =
  'Scripts run UNISOLATED: they can read and change everything this process can. Install bubblewrap and remove the setting.'

/**
 * Plain child processes: no isolation, no memory limit, and background processes in another process group
 * survive the script. For scripts that are trusted as much as this process.
 */
export function createChildProcessSandbox(baseFolder: string, options: ConcurrencyLimits): Sandbox {
  const fifos = new FifoPool(baseFolder, null)
  const backend: ColdBackend = {
    ...{ name: 'unisolated', baseFolder, reason: warning },
    runtimes: () =>
      Promise.all(
        runtimes.map(async (runtime) => ({
          runtime,
          version: await versionOf(interpreters[runtime]),
        })),
      ),
    assertRunnable(request) {
      assertValidRequest(request)
      assertNoLayers(request, 'Layers need isolation.')
      assertNoNetwork(request, 'A network needs isolation; install bubblewrap.')
    },
    begin: (job) => new ChildProcessRun(fifos, job),
  }
  return new ColdSandbox(backend, options)
}

async function versionOf(command: string): Promise<string | null> {
  try {
    const { stdout } = await run(command, ['--version'])
    return stdout.split('\n')[0]?.trim() ?? null
  } catch {
    return null
  }
}
