import type { AuditEntryBody } from '@repertoire/protocol'

/** Entries of one operation: the same person did the same to many things in one request. */
export type AuditGroup = readonly [AuditEntryBody, ...AuditEntryBody[]]

/** Neighbours that one operation made stand together, such as an import of many skills. Pure. */
export function groupEntries(entries: readonly AuditEntryBody[]): readonly AuditGroup[] {
  const groups: [AuditEntryBody, ...AuditEntryBody[]][] = []
  for (const entry of entries) {
    const last = groups.at(-1)
    if (last && isOfOneOperation(last[0], entry)) last.push(entry)
    else groups.push([entry])
  }
  return groups
}

function isOfOneOperation(one: AuditEntryBody, other: AuditEntryBody): boolean {
  return (
    one.trace_id !== null &&
    one.trace_id === other.trace_id &&
    one.action === other.action &&
    one.actor === other.actor
  )
}
