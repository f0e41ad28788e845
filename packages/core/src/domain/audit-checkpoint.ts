import type { ChainPoint } from './audit-chain.ts'
import { canonicalJson } from './resolved-call.ts'

/** What retention leaves in place of the entries that it removed. */
export type AuditCheckpoint = {
  /** How many entries were removed since the log began: the number of the last of them. */
  readonly removed: number
  /** The hash of the last removed entry. */
  readonly hash: string
  /** When the last of them was removed, ISO 8601 in UTC; null where nothing says so. */
  readonly at: string | null
  /** For how many days entries were kept; null where they were removed before checkpoints existed. */
  readonly days: number | null
  /** So many of the removed entries, the oldest, have no valid signature that speaks for their removal. */
  readonly unproved: number
  /** Ed25519 in base64url; null where the server had no key. */
  readonly signature: string | null
}

/** Signs with a key that whoever can only write the database does not have. */
export interface CheckpointSigner {
  /** Ed25519, SPKI in base64url. */
  readonly publicKey: string
  sign(text: string): string
}

/** Whether a signature over a text was made with the key that belongs to the public one. */
export type VerifySignature = (
  signed: { readonly text: string; readonly signature: string },
  publicKey: string,
) => boolean

/** Whose checkpoint it is, and how it is checked. */
export interface CheckpointTrust {
  readonly organisation: string
  /** The public key of the server; null where it has none. */
  readonly publicKey: string | null
  readonly verifySignature: VerifySignature
}

/** What is wrong with the removal of the entries before the first one. */
export type CheckpointBreak =
  | 'checkpoint-missing'
  | 'checkpoint-mismatch'
  | 'checkpoint-changed'
  | 'checkpoint-unsigned'
  | 'checkpoint-unproved'
  | 'removed-before-checkpoints'

interface Removed {
  /** The last removed entry, which the first one kept follows. */
  readonly start: ChainPoint
  readonly checkpoint: AuditCheckpoint | null
}

/** What is wrong with the start of a log; null where each removed entry is accounted for. Pure. */
export function checkpointBreak(
  { start, checkpoint }: Removed,
  trust: CheckpointTrust,
  accepted: number,
): CheckpointBreak | null {
  if (checkpoint === null) return start.seq === 0 ? null : 'checkpoint-missing'
  const { removed, hash, signature, unproved, days } = checkpoint
  if (removed !== start.seq || hash !== start.hash) return 'checkpoint-mismatch'
  if (signature === null) {
    if (trust.publicKey === null || removed <= accepted) return null
    return days === null ? 'removed-before-checkpoints' : 'checkpoint-unsigned'
  }
  if (!isSigned(checkpoint, trust)) return removed <= accepted ? null : 'checkpoint-changed'
  return unproved <= accepted ? null : 'checkpoint-unproved'
}

/** The checkpoint after a further removal. It repeats what the one before could not prove. Pure. */
export function nextCheckpoint(
  { start, checkpoint, last, at, days }: Removed & { last: ChainPoint; at: number; days: number },
  trust: CheckpointTrust,
  signer: CheckpointSigner | null,
): AuditCheckpoint {
  const isProved = checkpointBreak({ start, checkpoint }, trust, start.seq - 1) === null
  const before = isProved ? (checkpoint?.unproved ?? 0) : start.seq
  const unsigned: AuditCheckpoint = {
    ...{ removed: last.seq, hash: last.hash, at: new Date(at).toISOString(), days },
    ...{ unproved: signer ? before : last.seq, signature: null },
  }
  if (!signer) return unsigned
  return { ...unsigned, signature: signer.sign(signedText(trust.organisation, unsigned)) }
}

function isSigned(checkpoint: AuditCheckpoint, trust: CheckpointTrust): boolean {
  const { organisation, publicKey, verifySignature } = trust
  const { signature } = checkpoint
  if (publicKey === null || signature === null) return false
  return verifySignature({ text: signedText(organisation, checkpoint), signature }, publicKey)
}

/** The organisation is in it, so that the checkpoint of another one says nothing. */
function signedText(organisation: string, checkpoint: AuditCheckpoint): string {
  const { removed, hash, at, days, unproved } = checkpoint
  const facts = { organisation, removed, hash, at, days, unproved }
  return `repertoire audit checkpoint\n${canonicalJson(facts)}`
}
