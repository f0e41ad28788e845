import { ProblemError } from '@repertoire/core/base'
import type { Engine } from '../runtime/engine.ts'
import { createDirectEngine } from '../runtime/engines/direct/direct-engine.ts'
import type { EngineOptions } from '../runtime/engines/runs/run-services.ts'
import type { Config } from './config/config.ts'

/** With their versions, as this package names them. */
export const temporalPackages = ['activity', 'client', 'common', 'worker', 'workflow'].map(
  (name) => `@temporalio/${name}@1.24.0`,
)

/** Temporal's packages are loaded only where it executes runs. Throws ProblemError `engine.temporal-not-installed`. */
export async function openEngine(
  { temporal, secretKey }: Config,
  given: EngineOptions,
): Promise<Engine> {
  const payloadKey = secretKey === undefined ? undefined : Buffer.from(secretKey, 'hex')
  const options = { ...given, liveTextKey: payloadKey }
  if (!temporal) return createDirectEngine(options)
  const { createTemporalEngine } = await import(
    '../runtime/engines/temporal/temporal-engine.ts'
  ).catch(rethrowMissingTemporal)
  return createTemporalEngine({ ...options, temporal, payloadKey })
}

/** Looks whether the Temporal server is there, as {@link openEngine} would. Throws ProblemError `engine.temporal-*`. */
export async function tryTemporal(temporal: NonNullable<Config['temporal']>): Promise<void> {
  const { checkTemporal } = await import('../runtime/engines/temporal/check-temporal.ts').catch(
    rethrowMissingTemporal,
  )
  await checkTemporal(temporal)
}

function rethrowMissingTemporal(error: NodeJS.ErrnoException): never {
  if (error.code !== 'ERR_MODULE_NOT_FOUND' || !error.message.includes('@temporalio/')) throw error
  throw new ProblemError({
    code: 'engine.temporal-not-installed',
    kind: 'unavailable',
    message: 'The packages of the engine `temporal` are not installed.',
    hint: `Install them beside it: npm install ${temporalPackages.join(' ')}`,
  })
}
