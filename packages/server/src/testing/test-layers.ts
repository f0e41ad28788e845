import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Clock } from '@repertoire/core'
import {
  createLayerService,
  type LayerService,
  type LayerServiceOptions,
} from '../layers/layer-service.ts'
import type { SandboxLink } from '../scripts/sandbox-link.ts'

/** Packages of scripts where no index is set, unless `settings` says another. */
export function testLayers(
  sandbox: SandboxLink,
  settings: Partial<LayerServiceOptions['settings']> = {},
  more: Partial<LayerServiceOptions> = {},
): LayerService {
  const clock: Clock = { now: () => Date.now() as ReturnType<Clock['now']> }
  return createLayerService({
    ...{ sandbox, installing: sandbox, outboundAllow: [], longestRunMs: 60_000, clock },
    settings: {
      ...{ python: undefined, node: undefined, caFile: undefined, mostBytes: 1024 ** 3 },
      folder: join(tmpdir(), `repertoire-layers-${process.pid}`),
      ...settings,
    },
    logger: { info: () => undefined, warn: () => undefined },
    ...more,
  })
}
