import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { type ColdBackend, ColdSandbox } from '../cold/cold-sandbox.ts'
import { runtimes, type Sandbox } from '../execution.ts'
import type { PlacesOptions } from '../queue/places.ts'
import { demandNoLayers, demandNoNetwork, demandSound } from '../request/check-request.ts'
import { FifoSupply } from '../streams/fifos.ts'
import { interpreters, UnisolatedRun } from './unisolated-run.ts'

const run = promisify(execFile)
const warning =
  'Scripts run UNISOLATED: they can read and change all that this process can. Install bubblewrap and take the setting away.'

/**
 * Plain child processes of ours: no isolation, no memory limit, and what a script sends into the
 * background under another process group outlives it. For scripts that are trusted as much as we are.
 */
export function unisolatedSandbox(baseFolder: string, options: PlacesOptions): Sandbox {
  const fifos = new FifoSupply(baseFolder, null)
  const backend: ColdBackend = {
    ...{ name: 'unisolated', baseFolder, reason: warning },
    runtimes: () =>
      Promise.all(
        runtimes.map(async (runtime) => ({
          runtime,
          version: await versionOf(interpreters[runtime]),
        })),
      ),
    demandRunnable(request) {
      demandSound(request)
      demandNoLayers(request, 'Layers can only be mounted in isolation.')
      demandNoNetwork(request, 'A network can only be given in isolation; install bubblewrap.')
    },
    begin: (job) => new UnisolatedRun(fifos, job),
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
