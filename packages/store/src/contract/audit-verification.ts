import { generateKeyPairSync, sign, verify } from 'node:crypto'
import {
  type AuditCheckpoint,
  type AuditEntry,
  auditRecord,
  type ChainCheck,
  type CheckpointSigner,
  type CheckpointTrust,
  checkNextEntry,
  type ExportedRecord,
  endChainCheck,
  startChainCheck,
} from '@repertoire/core/domain'
import { removeOldAuditEntries } from '@repertoire/core/keep'
import type { TenantStore } from '@repertoire/core/ports'
import { sha256 } from './backends.ts'
import { ann, type StoreFixture } from './store-fixture.ts'

const dayMs = 24 * 3600_000

export function entriesOf(
  fixture: Pick<StoreFixture, 'clock' | 'id'>,
  count: number,
): AuditEntry[] {
  return Array.from({ length: count }, (_, n) => {
    fixture.clock.advance(1)
    return {
      ...{ id: fixture.id('aud'), at: fixture.clock.now(), actor: ann, traceId: null },
      ...{ credentialId: 'key_1', address: '10.0.0.7' },
      ...{ action: 'skill-updated', target: `skl\u0000\ud800${n}` },
      details: {
        n,
        text: 'é\u0000\ud800',
        none: undefined as never,
        deep: { b: 1, a: [1.5, null] },
      },
    }
  })
}

/** A server's key, which the database does not have. */
export function newSigner(): CheckpointSigner {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  return {
    publicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64url'),
    sign: (text) => sign(null, Buffer.from(text), privateKey).toString('base64url'),
  }
}

export const verifySignature: CheckpointTrust['verifySignature'] = (
  { text, signature },
  publicKey,
) => {
  const key = { key: Buffer.from(publicKey, 'base64url'), format: 'der', type: 'spki' } as const
  return verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64url'))
}

export interface Verification {
  readonly from?: number
  readonly kept?: string | null
  readonly signer?: CheckpointSigner | null
  readonly accepted?: number
}

/** Reads the log in slices of two, and checks each entry. */
export async function verifyLog(
  { audit, tenantId: organisation }: TenantStore,
  { from, kept = null, signer = null, accepted = 0 }: Verification = {},
): Promise<ChainCheck> {
  const range = await audit.range({ from })
  const trust = { organisation, publicKey: signer?.publicKey ?? null, verifySignature }
  let check = startChainCheck(range, trust, { keptHead: kept, acceptedRemovals: accepted })
  let after: { seq: number; id: string } | null = null
  for (;;) {
    const slice = await audit.slice(range, { after, limit: 2 })
    for (const entry of slice) {
      const record: ExportedRecord = { ...auditRecord(entry), hash: entry.hash }
      check = checkNextEntry(sha256, check, record)
    }
    const last = slice.at(-1)
    if (!last) return endChainCheck(check)
    after = { seq: last.seq, id: last.id }
  }
}

/** Appends `old` entries, and ten days later `recent` ones, and keeps seven days. */
export async function removeByRetention(
  fixture: Pick<StoreFixture, 'clock' | 'id'>,
  store: TenantStore,
  { old, recent, signer }: { old: number; recent: number; signer: CheckpointSigner | null },
): Promise<AuditCheckpoint | null> {
  await store.audit.append(entriesOf(fixture, old))
  fixture.clock.advance(10 * dayMs)
  await store.audit.append(entriesOf(fixture, recent))
  await keepSevenDays(fixture, store, signer)
  return (await store.audit.range({})).checkpoint
}

export function keepSevenDays(
  { clock, id }: Pick<StoreFixture, 'clock' | 'id'>,
  store: TenantStore,
  signer: CheckpointSigner | null,
): Promise<number> {
  const ids = { next: id } as never
  return removeOldAuditEntries({ store, clock, ids, signer, verifySignature }, { days: 7 })
}
