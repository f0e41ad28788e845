import { type ColdBackend, ColdSandbox } from '../cold/cold-sandbox.ts'
import type { ExecutionRequest, Sandbox } from '../execution/execution.ts'
import type { ConcurrencyLimits } from '../queue/concurrency-limiter.ts'
import { assertRuntime, assertValidRequest, badRequest } from '../request/validate-request.ts'
import { allowsMount } from './container-arguments.ts'
import type { ContainerHost } from './container-host.ts'
import { ContainerRun } from './container-run.ts'

/** Runs each execution in its own container. */
export function containerSandbox(host: ContainerHost, options: ConcurrencyLimits): Sandbox {
  const { baseFolder, reason, runtimes, images } = host
  const backend: ColdBackend = {
    ...{ name: 'container', baseFolder, reason },
    runtimes: async () => runtimes,
    assertRunnable(request) {
      assertValidRequest(request)
      assertMountable(request)
      const { runtime } = request
      assertRuntime(
        request,
        runtimes,
        `The image ${images[runtime]} for ${runtime} is missing or has no interpreter for it; pull one that has and restart.`,
      )
    },
    begin: (job) => new ContainerRun(host, job),
  }
  return new ColdSandbox(backend, options)
}

function assertMountable({ layers, network }: ExecutionRequest): void {
  const mounted = [
    ...layers.flatMap(({ hostPath, at }) => [hostPath, at]),
    ...(network?.kind === 'proxy' ? [network.socket] : []),
  ]
  if (!mounted.every(allowsMount))
    throw badRequest('A layer with a comma, a quote or a line break in its path cannot be mounted.')
}
