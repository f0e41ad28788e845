/** The check of an exported audit log. Apart from the index, because it needs core itself and not only its types. */
export {
  type AuditRange,
  type ChainBreak,
  type ChainCheck,
  checkNextEntry,
  type ExportedRecord,
  endChainCheck,
  startChainCheck,
} from '@repertoire/core'
