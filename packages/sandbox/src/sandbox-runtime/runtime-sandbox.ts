import { type ColdBackend, ColdSandbox } from '../cold/cold-sandbox.ts'
import type { Sandbox } from '../execution.ts'
import type { PlacesOptions } from '../queue/places.ts'
import {
  demandNoLayers,
  demandNoNetwork,
  demandRuntime,
  demandSound,
} from '../request/check-request.ts'
import type { RuntimeHost } from './runtime-host.ts'
import { RuntimeRun } from './runtime-run.ts'

/** Each execution in a sandbox of sandbox-runtime's, under limits of our own. */
export function runtimeSandbox(host: RuntimeHost, options: PlacesOptions): Sandbox {
  const { baseFolder, reason, runtimes } = host
  const backend: ColdBackend = {
    ...{ name: 'sandbox-runtime', baseFolder, reason },
    runtimes: async () => runtimes,
    demandRunnable(request) {
      demandSound(request)
      demandNoLayers(
        request,
        'sandbox-runtime can mount nothing; run scripts that need a layer elsewhere (SANDBOX_EXECUTOR_URL).',
      )
      demandNoNetwork(
        request,
        'sandbox-runtime gives no socket to a script; install packages elsewhere (SANDBOX_EXECUTOR_URL).',
      )
      demandRuntime(
        request,
        runtimes,
        `There is no interpreter for ${request.runtime} that runs in sandbox-runtime; install one and start again.`,
      )
    },
    begin: (job) => new RuntimeRun(host, job),
    close: () => host.settings.close(),
  }
  return new ColdSandbox(backend, options)
}
