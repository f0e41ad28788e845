/** The check of an exported audit log. Apart from the index, because it needs core itself and not only its types. */
export {
  type AuditCheckpoint,
  type AuditRange,
  type ChainBreak,
  type ChainCheck,
  type CheckpointTrust,
  checkNextEntry,
  type ExportedRecord,
  endChainCheck,
  startChainCheck,
  type VerifierContext,
  type VerifySignature,
} from '@repertoire/core/domain'
