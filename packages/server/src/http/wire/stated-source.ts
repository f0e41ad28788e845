import type { StatedSource } from '@repertoire/core/ingest'
import type { ImportSource } from '@repertoire/protocol'

/** Where an import was taken from, as the client states it. */
export function toStatedSource(body: ImportSource): StatedSource {
  const { source_type, source_url, source_ref, source_id } = body
  return {
    ...(source_type !== undefined && { sourceType: source_type }),
    ...(source_url !== undefined && { sourceUrl: source_url }),
    ...(source_ref !== undefined && { sourceRef: source_ref }),
    ...(source_id !== undefined && { sourceId: source_id }),
  }
}
