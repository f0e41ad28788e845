import type { AuditEntryBody } from '@repertoire/protocol'

/** Entries of one operation: the same person did the same to many things. */
export type AuditGroup = readonly [AuditEntryBody, ...AuditEntryBody[]]

/** Neighbours that one operation made stand together, such as an import of many skills. Pure. */
export function groupEntries(entries: readonly AuditEntryBody[]): readonly AuditGroup[] {
  const groups: [AuditEntryBody, ...AuditEntryBody[]][] = []
  for (const entry of entries) {
    const last = groups.at(-1)
    if (last && isOfOneOperation(last.at(-1) ?? last[0], entry)) last.push(entry)
    else groups.push([entry])
  }
  return groups
}

/** What clients do in several requests, because one has a limit of things. */
const inManyRequests: ReadonlySet<string> = new Set(['skill-imported'])
/** Milliseconds between two requests of one operation. */
const maxPause = 60_000

function isOfOneOperation(one: AuditEntryBody, other: AuditEntryBody): boolean {
  if (one.action !== other.action || one.actor !== other.actor || one.trace_id === null)
    return false
  if (one.trace_id === other.trace_id) return true
  const pause = Math.abs(Date.parse(one.at) - Date.parse(other.at))
  return inManyRequests.has(one.action) && pause <= maxPause
}
