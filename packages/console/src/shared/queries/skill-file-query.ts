import type { ManifestEntryBody } from '@repertoire/protocol'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../api/api.ts'

/** Which file of which revision. */
export interface FileAddress {
  readonly skillId: string
  readonly digest: string
  readonly entry: ManifestEntryBody
}

/** The bytes of a file; the same bytes are never fetched twice, whichever revision they are in. */
export function skillFileQuery({ skillId, digest, entry }: FileAddress) {
  return queryOptions({
    queryKey: ['skills', 'file', skillId, entry.sha256],
    queryFn: ({ signal }) => api.skills.file(skillId, entry.path, { digest, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  })
}

/** Where a file is downloaded from. */
export function fileHref({ skillId, digest, entry }: FileAddress): string {
  const query = new URLSearchParams({ path: entry.path, digest })
  return `/api/v1/skills/${encodeURIComponent(skillId)}/files?${query}`
}
