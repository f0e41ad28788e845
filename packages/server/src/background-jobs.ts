import type { Store } from '@repertoire/core'
import type { Logger } from 'pino'
import { createBlobCollector } from './blobs/blob-collector.ts'
import type { Config } from './config/config.ts'
import { createCurator } from './curator/curator.ts'
import type { Engine } from './engines/engine.ts'
import { createDigestNetwork } from './inbox-notification/digest-network.ts'
import { createDigestSecrets } from './inbox-notification/digest-secrets.ts'
import { createDigestService } from './inbox-notification/digest-service.ts'
import { randomIds, sha256, systemClock } from './platform/system-ports.ts'
import { systemTimers } from './platform/timers.ts'
import { readVersion } from './platform/version.ts'
import { nextTime } from './triggers/next-time.ts'
import { createTriggerScheduler } from './triggers/trigger-scheduler.ts'
import { createUsageProjector } from './usage/usage-projector.ts'

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
        ...{ store, engine, ...ports, next: nextTime },
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
