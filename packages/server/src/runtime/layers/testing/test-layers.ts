import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Clock } from '@repertoire/core/ports'
import type { LazySandbox } from '../../sandbox/lazy-sandbox.ts'
import {
  createLayerService,
  type LayerService,
  type LayerServiceOptions,
} from '../layer-service.ts'

/** A layer service that asks nobody, with the public index unless `settings` names one. */
export function testLayers(
  sandbox: LazySandbox,
  settings: Partial<LayerServiceOptions['settings']> = {},
  more: Partial<LayerServiceOptions> = {},
): LayerService {
  const clock: Clock = { now: () => Date.now() as ReturnType<Clock['now']> }
  return createLayerService({
    ...{ sandbox, installing: sandbox, outboundAllow: [], maxRunMs: 60_000, clock },
    settings: {
      ...{
        installation: 'approved',
        python: undefined,
        node: undefined,
        caFile: undefined,
        maxBytes: 1024 ** 3,
      },
      folder: join(tmpdir(), `repertoire-layers-${process.pid}`),
      ...settings,
    },
    machineIndex: async () => ({ url: null, fileHosts: [] }),
    logger: { info: () => undefined, warn: () => undefined },
    ...more,
  })
}
