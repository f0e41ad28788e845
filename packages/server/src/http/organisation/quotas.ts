import type { Timestamp } from '@repertoire/core/base'
import { endOfDay, type QuotaLimits } from '@repertoire/core/domain'
import type { QuotaUsage } from '@repertoire/core/ports'
import { type QuotaBody, quotaRoutes } from '@repertoire/protocol'
import { type Application, catalogOf } from '../base/application.ts'
import type { BindRoute } from '../base/bind-route.ts'

/** What is in use of the operator's limits. */
export function bindQuotas(bind: BindRoute, app: Application): void {
  bind(quotaRoutes.list, async ({ caller }) => {
    const { quotas } = catalogOf(app, caller).store
    const now = app.clock.now()
    const usage = await quotas.usage(caller.principal.userId, now)
    const limits = await quotas.limits()
    return { body: { items: usage.map((one) => toQuotaBody(one, limits, now)) } }
  })
}

function toQuotaBody(
  { quota, organisation, person }: QuotaUsage,
  limits: QuotaLimits,
  now: Timestamp,
): QuotaBody {
  return {
    quota,
    organisation: { used: organisation, limit: limits.organisation[quota] ?? null },
    person: { used: person, limit: limits.person[quota] ?? null },
    resets_at: quota === 'runs_per_day' ? new Date(endOfDay(now)).toISOString() : null,
  }
}
