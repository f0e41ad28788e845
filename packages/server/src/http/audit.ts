import { auditRoutes } from '@repertoire/protocol'
import { toAuditEntryBody } from '../wire/organisation.ts'
import { type Application, catalogOf } from './application.ts'
import type { BindRoute } from './bind-route.ts'

/** The audit log. */
export function bindAudit(bind: BindRoute, app: Application): void {
  bind(auditRoutes.list, async ({ query, caller }) => {
    const { action, target, trace_id, cursor, limit } = query
    const filter = {
      ...(action === undefined ? {} : { action }),
      ...(target === undefined ? {} : { target }),
      ...(trace_id === undefined ? {} : { traceId: trace_id }),
    }
    const page = await catalogOf(app, caller).store.audit.list(filter, { cursor, limit })
    return { body: { items: page.items.map(toAuditEntryBody), next_cursor: page.nextCursor } }
  })
}
