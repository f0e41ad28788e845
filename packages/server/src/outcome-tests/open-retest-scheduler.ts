import type { Model } from '@repertoire/core/ports'
import { openEmbedded } from '../embedding/open-embedded.ts'
import { randomIds, systemClock } from '../platform/system/system-ports.ts'
import { systemTimers } from '../platform/system/timers.ts'
import type { Config } from '../setup/config/config.ts'
import type { Services } from '../setup/services.ts'
import {
  createRetestScheduler,
  type RetestScheduler,
  type RetestSchedulerOptions,
} from './retest-scheduler.ts'
import { runRetest } from './run-retest.ts'

/** With servers of their own for the trials, which keep to this server's sandbox and network. */
export function openRetestScheduler(
  { sandbox, packages, outboundAllow }: Config,
  { store, models }: Pick<Services, 'store' | 'models'>,
  onError: RetestSchedulerOptions['onError'],
): RetestScheduler {
  return createRetestScheduler({
    ...{ store, clock: systemClock, ids: randomIds, timers: systemTimers, onError },
    run: async (tenantId, retest, signal) => {
      const ports = {
        ...{ store: store.tenant(tenantId), clock: systemClock, signal },
        ...{ models: await models.of(tenantId), serverModel: models.server.default },
      }
      const given = { sandbox, packages, outboundAllow }
      const log = { level: 'error' } as const
      const openServer = (model: Model) => openEmbedded({ model, log }, given)
      return runRetest({ ...ports, openServer }, retest)
    },
  })
}
