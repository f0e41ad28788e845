import { type ColdBackend, ColdSandbox } from '../cold/cold-sandbox.ts'
import type { ExecutionRequest, Sandbox } from '../execution.ts'
import type { PlacesOptions } from '../queue/places.ts'
import { badRequest, demandRuntime, demandSound } from '../request/check-request.ts'
import { isMountable } from './container-arguments.ts'
import type { ContainerHost } from './container-host.ts'
import { ContainerRun } from './container-run.ts'

/** Each execution in a container of its own. */
export function containerSandbox(host: ContainerHost, options: PlacesOptions): Sandbox {
  const { baseFolder, reason, runtimes, images } = host
  const backend: ColdBackend = {
    ...{ name: 'container', baseFolder, reason },
    runtimes: async () => runtimes,
    demandRunnable(request) {
      demandSound(request)
      demandMountable(request)
      const { runtime } = request
      demandRuntime(
        request,
        runtimes,
        `The image ${images[runtime]} for ${runtime} is not there or has no interpreter for it; pull one that has and start again.`,
      )
    },
    begin: (job) => new ContainerRun(host, job),
  }
  return new ColdSandbox(backend, options)
}

function demandMountable({ layers, network }: ExecutionRequest): void {
  const mounted = [
    ...layers.flatMap(({ hostPath, at }) => [hostPath, at]),
    ...(network?.kind === 'proxy' ? [network.socket] : []),
  ]
  if (!mounted.every(isMountable))
    throw badRequest('A layer with a comma, a quote or a line break in its path cannot be mounted.')
}
