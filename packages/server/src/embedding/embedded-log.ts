import type { Logger } from 'pino'
import { createLogger } from '../platform/logger.ts'
import type { Services } from '../setup/services.ts'
import type { RepertoireOptions } from './repertoire-options.ts'

/** Where the program wants its log. */
export function loggerOf({ log = {} }: RepertoireOptions): Logger {
  const { level = 'warn', write } = log
  return createLogger(level, write ? { write: (line) => write(line) } : process.stderr)
}

/** Says why no script can run. Never throws. */
export async function warnWithoutSandbox(
  { scripts }: Pick<Services, 'scripts'>,
  logger: Logger,
): Promise<void> {
  try {
    const { available, reason } = await scripts.health()
    if (!available) logger.warn({ code: 'sandbox.unavailable', reason }, noScripts)
  } catch (err) {
    logger.warn({ code: 'sandbox.unavailable', err }, noScripts)
  }
}

const noScripts = 'scripts of skills cannot run here, so agents are not offered them'
