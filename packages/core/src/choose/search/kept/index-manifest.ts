import type { TenantId, UserId } from '../../../base/ids.ts'
import type { SegmentSize } from '../segment-layout.ts'
import { parseJson } from './kept-skills.ts'
import { isSegmentSize } from './segment-bytes.ts'

/** Raised with each change of what a manifest, a segment or its skills look like in bytes. */
const format = 3

/** Names the parts of a kept segment, in order. */
export interface SegmentEntry {
  readonly owner: UserId | null
  readonly size: SegmentSize
  /** SHA-256 of the parts of its bytes. */
  readonly parts: readonly string[]
}

/** What the kept index of a tenant consists of. */
export interface IndexManifest {
  readonly tenantId: TenantId
  /** What indexed it; an index of anything else is built anew. */
  readonly indexedBy: string
  readonly segments: readonly SegmentEntry[]
  /** SHA-256 of the parts with the skills of all segments. */
  readonly skills: readonly string[]
}

export function writeManifest(manifest: IndexManifest): Uint8Array {
  return new TextEncoder().encode(JSON.stringify({ format, ...manifest }))
}

export interface ManifestReader extends Pick<IndexManifest, 'tenantId' | 'indexedBy'> {
  /** Components of a meaning in segments of this process. */
  readonly meaningSize: number
}

/** Null for bytes that are no manifest, and for one of another format, tenant or indexer. */
export function readManifest(bytes: Uint8Array, reader: ManifestReader): IndexManifest | null {
  const parsed = parseJson(bytes)
  if (!isRecord(parsed) || parsed.format !== format) return null
  const { tenantId, indexedBy, segments, skills } = parsed
  if (tenantId !== reader.tenantId || indexedBy !== reader.indexedBy) return null
  if (!areHashes(skills) || !Array.isArray(segments)) return null
  if (!segments.every((segment) => isSegmentEntry(segment, reader.meaningSize))) return null
  return { tenantId: reader.tenantId, indexedBy, segments, skills }
}

function isSegmentEntry(value: unknown, meaningSize: number): value is SegmentEntry {
  if (!isRecord(value)) return false
  const { owner, size, parts } = value
  return (
    (owner === null || typeof owner === 'string') &&
    isRecord(size) &&
    isSegmentSize(size as unknown as SegmentSize, meaningSize) &&
    areHashes(parts)
  )
}

function areHashes(value: unknown): value is string[] {
  return (
    Array.isArray(value) &&
    value.every((hash) => typeof hash === 'string' && /^[0-9a-f]{64}$/.test(hash))
  )
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
