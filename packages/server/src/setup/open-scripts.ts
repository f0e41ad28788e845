import type { PackageManager } from '@repertoire/core/domain'
import type { Store } from '@repertoire/core/ports'
import type { Logger } from 'pino'
import type { SkillSecrets } from '../platform/secrets/skill-secrets.ts'
import { randomIds, sha256, systemClock } from '../platform/system/system-ports.ts'
import { systemTimers } from '../platform/system/timers.ts'
import { createLazyCodeRunner } from '../runtime/code/lazy-code-runner.ts'
import { createLayerService } from '../runtime/layers/layer-service.ts'
import { readMachineIndex } from '../runtime/layers/machine-index.ts'
import { createLazySandbox } from '../runtime/sandbox/lazy-sandbox.ts'
import { createScriptService } from '../runtime/scripts/script-service.ts'
import type { Config } from './config/config.ts'

export interface ScriptParts {
  readonly store: Store
  readonly secrets: SkillSecrets
  readonly logger: Logger
}

/** The sandbox, the packages of scripts, and what runs them. Nothing starts before it is needed. */
export function openScripts(config: Config, { store, secrets, logger }: ScriptParts) {
  const { sandbox: settings, packages, outboundAllow } = config
  if (settings.backend === 'unisolated') {
    logger.warn('SANDBOX_BACKEND=unisolated: scripts may do everything this server may do')
  }
  const { timeoutSeconds } = settings
  const maxRunMs = timeoutSeconds * 1000
  const sandbox = createLazySandbox(settings)
  // A remote executor cannot reach the package index, so its packages are installed on this machine.
  const installing =
    settings.executorUrl === undefined
      ? sandbox
      : createLazySandbox({ ...settings, executorUrl: undefined })
  const machineIndex = (kind: PackageManager) => readMachineIndex(kind, process.env)
  const layers = createLayerService({
    ...{ sandbox, installing, settings: packages, outboundAllow, maxRunMs },
    ...{ clock: systemClock, logger, machineIndex },
  })
  const scripts = createScriptService({
    ...{
      store,
      secrets,
      logger,
      sandbox,
      layers,
      timeoutSeconds,
      clock: systemClock,
      ids: randomIds,
      sha256,
      timers: systemTimers,
    },
  })
  const code = { logger, maxWallMs: maxRunMs, concurrency: config.concurrency.code }
  return { scripts, layers, code: createLazyCodeRunner(code) }
}
