import type { Store } from '@repertoire/core/ports'
import type { Logger } from 'pino'
import { createAccessAudit } from '../identity/audit/access-audit.ts'
import { createAuditRetention } from '../identity/audit/audit-retention.ts'
import { loadCheckpointSigner } from '../identity/audit/checkpoint-signer.ts'
import {
  type AuditDestination,
  createAuditExporter,
} from '../identity/audit/forwarding/audit-exporter.ts'
import { otlpDestination, otlpHeaders } from '../identity/audit/forwarding/otlp-destination.ts'
import { randomIds, sha256, systemClock } from '../platform/system/system-ports.ts'
import { systemTimers } from '../platform/system/timers.ts'
import { readVersion } from '../platform/system/version.ts'
import type { Config } from './config/config.ts'

const ports = { clock: systemClock, ids: randomIds, sha256, timers: systemTimers }

interface AuditParts {
  readonly store: Store
  readonly logger: Logger
  readonly loadKey: () => Promise<Uint8Array>
}

/** The audit log beyond its entries: accesses, retention, copies elsewhere. */
export function openAudit({ audit }: Config, { store, logger, loadKey }: AuditParts) {
  const onError = (err: unknown) => logger.warn({ err }, 'an access could not be recorded')
  const accessAudit = createAccessAudit({ store, ...ports, onError })
  const { retentionDays } = audit
  const loadSigner = loadCheckpointSigner(loadKey)
  const auditRetention = createAuditRetention({
    ...{ store, logger, accessAudit, loadSigner, retentionDays, ...ports },
  })
  const auditForwarder = createAuditExporter({
    ...{ store, logger, timers: systemTimers },
    destinations: auditDestinations(audit),
  })
  return { accessAudit, auditRetention, auditForwarder, loadSigner }
}

function auditDestinations({ otlpUrl: url }: Config['audit']): AuditDestination[] {
  if (url === undefined) return []
  return [otlpDestination({ url, version: readVersion(), headers: otlpHeaders(process.env) })]
}
