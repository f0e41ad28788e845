import { type ColdBackend, ColdSandbox } from '../cold/cold-sandbox.ts'
import type { Sandbox } from '../execution/execution.ts'
import type { ConcurrencyLimits } from '../queue/concurrency-limiter.ts'
import {
  assertNoLayers,
  assertNoNetwork,
  assertRuntime,
  assertValidRequest,
} from '../request/validate-request.ts'
import type { RuntimeHost } from './runtime-host.ts'
import { RuntimeRun } from './runtime-run.ts'

/** Runs each execution in a sandbox of sandbox-runtime, with additional limits. */
export function runtimeSandbox(host: RuntimeHost, options: ConcurrencyLimits): Sandbox {
  const { baseFolder, reason, runtimes } = host
  const backend: ColdBackend = {
    ...{ name: 'sandbox-runtime', baseFolder, reason },
    runtimes: async () => runtimes,
    assertRunnable(request) {
      assertValidRequest(request)
      assertNoLayers(
        request,
        'sandbox-runtime cannot mount layers; run such scripts on an executor (SANDBOX_EXECUTOR_URL).',
      )
      assertNoNetwork(
        request,
        'sandbox-runtime cannot provide a socket; install packages on an executor (SANDBOX_EXECUTOR_URL).',
      )
      assertRuntime(
        request,
        runtimes,
        `No interpreter for ${request.runtime} runs in sandbox-runtime; install one and restart.`,
      )
    },
    begin: (job) => new RuntimeRun(host, job),
    close: () => host.settings.close(),
  }
  return new ColdSandbox(backend, options)
}
