import type { TenantId } from '@repertoire/core/base'
import type { AuditRange } from '@repertoire/core/domain'
import { auditSlices } from '@repertoire/core/report'
import { type AuditExportHeader, auditRoutes } from '@repertoire/protocol'
import { recordAudit } from '../../identity/audit/record-audit.ts'
import { type Application, catalogOf } from '../base/application.ts'
import type { BindRoute } from '../base/bind-route.ts'
import { toAuditEntryBody } from '../wire/organisation.ts'
import { timeOf, wireTime } from '../wire/time.ts'

/** The audit log. */
export function bindAudit(bind: BindRoute, app: Application): void {
  bind(auditRoutes.list, async ({ query, caller }) => {
    const { action, target, trace_id, actor, kind, from, to, cursor, limit } = query
    const filter = {
      ...(action === undefined ? {} : { action }),
      ...(target === undefined ? {} : { target }),
      ...(trace_id === undefined ? {} : { traceId: trace_id }),
      ...(actor === undefined ? {} : { actor }),
      ...(kind === undefined ? {} : { kind }),
      ...(from === undefined ? {} : { from: Date.parse(from) }),
      ...(to === undefined ? {} : { to: Date.parse(to) }),
    }
    const page = await catalogOf(app, caller).store.audit.list(filter, { cursor, limit })
    return { body: { items: page.items.map(toAuditEntryBody), next_cursor: page.nextCursor } }
  })

  bind(auditRoutes.export, async (call) => {
    const { caller, query } = call
    const { audit } = catalogOf(app, caller).store
    const { from, to } = query
    const range = await audit.range({ from: timeOf(from), to: timeOf(to) })
    // Recorded before the first byte leaves; this entry itself is after the end of the export.
    await recordAudit(app, call, {
      ...{ action: 'audit-exported', target: 'audit' },
      details: { from: from ?? null, to: to ?? null, last_seq: range.last.seq },
    })
    const signer = await app.loadSigner()
    const header = {
      ...headerOf(app, caller.principal.tenantId, range),
      checkpoint_key: signer?.publicKey ?? null,
    }
    return new Response(linesOf(header, auditSlices(audit, range)), {
      headers: {
        'content-type': 'application/x-ndjson; charset=utf-8',
        'content-disposition': 'attachment; filename="audit.jsonl"',
        'cache-control': 'no-store',
      },
    })
  })
}

function headerOf(
  { clock }: Pick<Application, 'clock'>,
  organisation: TenantId,
  { before, last, head, isFromOldest, checkpoint }: AuditRange,
): Omit<AuditExportHeader, 'checkpoint_key'> {
  const times = { organisation, exported_at: wireTime(clock.now()) }
  return { ...times, before, last, head, is_from_oldest: isFromOldest, checkpoint }
}

/** One slice is read when the one before has been taken. */
function linesOf(
  header: AuditExportHeader,
  slices: ReturnType<typeof auditSlices>,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  const encode = (lines: readonly object[]) =>
    encoder.encode(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  return new ReadableStream({
    start: (controller) => controller.enqueue(encode([header])),
    pull: async (controller) => {
      const { value, done } = await slices.next()
      if (done) controller.close()
      else controller.enqueue(encode(value.map(toAuditEntryBody)))
    },
    cancel: async () => {
      await slices.return()
    },
  })
}
