import type { TenantId } from '../../../base/ids.ts'
import type { IndexStorage } from '../../../ports/search-index.ts'
import type { Segment } from '../segment.ts'
import { segmentByteLength } from '../segment-layout.ts'
import type { KeptSegment, KeptSkill } from '../tenant-segments.ts'
import {
  type IndexManifest,
  type ManifestReader,
  readManifest,
  type SegmentEntry,
} from './index-manifest.ts'
import { readSkills, withOwner } from './kept-skills.ts'
import { readSegment } from './segment-bytes.ts'

/** Manifests that are tried: a crash leaves one too many, and each other server may write its own. */
const maxManifests = 8

interface KeptIndex {
  readonly manifest: IndexManifest
  readonly intact: readonly (KeptSegment & { readonly parts: readonly string[] })[]
}

/** The newest index whose skills can be read, with its intact segments. Null without one. */
export async function readKeptIndex(
  storage: IndexStorage,
  reader: ManifestReader,
): Promise<KeptIndex | null> {
  const { tenantId } = reader
  const listed = await storage.manifests.list(tenantId, { after: null, limit: maxManifests })
  const newestFirst = [...listed].sort((one, other) => other.storedAt - one.storedAt)
  for (const { sha256 } of newestFirst) {
    const bytes = await nullIfUnreadable(storage.manifests.get(tenantId, sha256))
    const manifest = bytes && readManifest(bytes, reader)
    const index = manifest && (await readIndex(storage, manifest))
    if (index) return index
  }
  return null
}

async function readIndex(
  storage: IndexStorage,
  manifest: IndexManifest,
): Promise<KeptIndex | null> {
  const { tenantId } = manifest
  const skills: (Omit<KeptSkill, 'owner'> | null)[] = []
  for (const hash of manifest.skills) {
    const bytes = await nullIfUnreadable(storage.segments.get(tenantId, hash))
    const part = bytes && readSkills(bytes)
    if (!part) return null
    for (const skill of part) skills.push(skill)
  }
  const total = manifest.segments.reduce((sum, { size }) => sum + size.docCount, 0)
  if (total !== skills.length) return null
  const intact: KeptIndex['intact'][number][] = []
  let first = 0
  for (const { owner, size, parts } of manifest.segments) {
    const own = skills.slice(first, first + size.docCount).map((skill) => withOwner(skill, owner))
    first += size.docCount
    const segment = await loadSegment(storage, { tenantId, size, parts })
    if (segment !== null) intact.push({ owner, segment, skills: own, parts })
  }
  return { manifest, intact }
}

/** Null unless every part is there and the whole is sound. */
async function loadSegment(
  storage: IndexStorage,
  { tenantId, size, parts }: Omit<SegmentEntry, 'owner'> & { readonly tenantId: TenantId },
): Promise<Segment | null> {
  const read: Uint8Array[] = []
  let length = 0
  for (const hash of parts) {
    const bytes = await nullIfUnreadable(storage.segments.get(tenantId, hash))
    if (bytes === null) return null
    read.push(bytes)
    length += bytes.length
  }
  if (length !== segmentByteLength(size)) return null
  const memory = new SharedArrayBuffer(length)
  let at = 0
  for (const bytes of read) {
    new Uint8Array(memory).set(bytes, at)
    at += bytes.length
  }
  return readSegment(memory, size)
}

/** A part that is gone, damaged or out of reach is built anew. */
function nullIfUnreadable(read: Promise<Uint8Array | null>): Promise<Uint8Array | null> {
  return read.catch(() => null)
}
