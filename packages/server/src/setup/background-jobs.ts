import type { Store } from '@repertoire/core/ports'
import type { Logger } from 'pino'
import { randomIds, sha256, systemClock } from '../platform/system/system-ports.ts'
import { systemTimers } from '../platform/system/timers.ts'
import { readVersion } from '../platform/system/version.ts'
import { createCurator } from '../runtime/curator/curator.ts'
import type { Engine } from '../runtime/engine.ts'
import { createDigestNetwork } from '../runtime/inbox-notification/digest-network.ts'
import { createDigestSecrets } from '../runtime/inbox-notification/digest-secrets.ts'
import { createDigestService } from '../runtime/inbox-notification/digest-service.ts'
import { nextTime } from '../runtime/triggers/next-time.ts'
import { createTriggerScheduler } from '../runtime/triggers/trigger-scheduler.ts'
import { createUsageProjector } from '../runtime/usage/usage-projector.ts'
import { createBlobCollector } from '../storage/blobs/blob-collector.ts'
import type { Config } from './config/config.ts'

const ports = { clock: systemClock, ids: randomIds, sha256, timers: systemTimers }

interface JobParts {
  readonly store: Store
  readonly engine: Engine
  readonly logger: Logger
  readonly loadKey: () => Promise<Uint8Array>
}

/** What runs on a timer: the curator, the scheduler of triggers, the garbage collector of blobs, the numbers of conversations, digests. */
export function openBackgroundJobs(config: Config, { store, engine, logger, loadKey }: JobParts) {
  const warn = (message: string) => (error: unknown) => logger.warn({ err: error }, message)
  return {
    curator: createCurator({ store, ...ports, onError: warn('the curator could not sweep') }),
    triggerScheduler:
      engine.triggerScheduler ??
      createTriggerScheduler({
        ...{ store, engine, ...ports, next: nextTime, logger },
        onError: warn('a schedule could not be fired; will try again'),
      }),
    collector: createBlobCollector({ store, logger, ...ports, ...config.collector }),
    usageProjector: createUsageProjector({
      ...{ store, timers: systemTimers },
      onError: warn('numbers of conversations could not be written; will try again'),
    }),
    digests: createDigestService({
      ...{ store, ...ports, secrets: createDigestSecrets(loadKey) },
      network: createDigestNetwork({
        ...{ outboundAllow: config.outboundAllow, version: readVersion() },
      }),
      onError: warn('a digest of the inbox could not be sent; will try again'),
    }),
  }
}
