import type { TenantId } from '@repertoire/core/base'
import type { SearchLogFailure } from '@repertoire/core/choose'
import type { Logger } from 'pino'

/** Warns that a search of the organisation is not in its log of searches. */
export function reportSearchLogFailure(
  logger: Pick<Logger, 'warn'>,
  tenantId: TenantId,
): (failure: SearchLogFailure) => void {
  return ({ code }) =>
    logger.warn({ tenantId, code }, 'a search could not be counted in the log of searches')
}
