import type { AuditExportHeader } from '@repertoire/protocol'
import {
  type ChainCheck,
  checkNextEntry,
  type ExportedRecord,
  endChainCheck,
  startChainCheck,
  type VerifierContext,
  type VerifySignature,
} from '@repertoire/protocol/audit-chain'

export type { AuditCheckpoint, ChainBreak, ChainCheck } from '@repertoire/protocol/audit-chain'

export interface VerificationOptions extends VerifierContext {
  /** SHA-256 in hex of a text. */
  readonly sha256: (text: string | Uint8Array) => string
  readonly verifySignature: VerifySignature
}

/**
 * Verifies an exported audit log line by line, without a server: the header, then entries. Null when it is no export
 * of an audit log.
 */
export async function verifyAuditLines(
  lines: AsyncIterable<string>,
  { sha256, verifySignature, ...known }: VerificationOptions,
): Promise<ChainCheck | null> {
  let check: ChainCheck | null = null
  for await (const line of lines) {
    if (line.trim() === '') continue
    const value = parseObject(line)
    if (check === null) {
      if (!isHeader(value)) return null
      const { before, last, head, is_from_oldest: isFromOldest, organisation } = value
      // An export of an earlier release has neither.
      const { checkpoint = null, checkpoint_key: publicKey = null } = value
      const range = { before, last, head, isFromOldest, checkpoint }
      check = startChainCheck(range, { organisation, publicKey, verifySignature }, known)
    } else {
      check = checkNextEntry(sha256, check, isEntry(value) ? value : unreadable)
    }
  }
  return check && endChainCheck(check)
}

/** Stands for a line that is no entry: no entry has such a number. */
const unreadable = { seq: 0, id: '', hash: '' } as ExportedRecord

function parseObject(line: string): object | null {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' ? value : null
  } catch {
    return null
  }
}

function isEntry(value: object | null): value is ExportedRecord {
  if (value === null || !('seq' in value && 'id' in value && 'hash' in value)) return false
  return Number.isSafeInteger(value.seq) && typeof value.id === 'string'
}

function isHeader(value: object | null): value is AuditExportHeader {
  return value !== null && 'before' in value && 'last' in value && 'head' in value
}
