import type { Logger } from 'pino'
import type { EndedRun, RepertoireConfig } from './define-config.ts'

/** A hook that fails is logged, and changes nothing. */
export async function callRunEndedHook(
  hooks: RepertoireConfig['hooks'],
  { tenantId, conversationId, runId }: EndedRun,
  logger: Logger,
): Promise<void> {
  try {
    await hooks?.runEnded?.({ tenantId, conversationId, runId })
  } catch (err) {
    logger.warn({ err }, 'a hook failed')
  }
}
