import type { ProjectionOutcome } from '@repertoire/core/ingest'
import type { Logger } from 'pino'

/** Logs broken skills of an integration by their code, never by their text. */
export function reportBroken(
  logger: Logger,
  domain: string,
  outcomes: readonly ProjectionOutcome[],
): void {
  for (const outcome of outcomes) {
    if (outcome.status !== 'broken') continue
    const fact = { integration: domain, skill: outcome.name, code: outcome.problem.code }
    logger.warn(fact, 'a skill of an integration is broken and was skipped')
  }
}
