import { z } from 'zod'
import { marketplaceLimits } from './parse-marketplace.ts'

/** What a marketplace was when it was read: its list, and every repository that the list names. */
export interface MarketplaceVersion {
  /** `etag:…` or `sha256:…` of the marketplace.json. */
  readonly list: string
  /** The version of each repository by its key; null for one that was not there. */
  readonly repositories: Readonly<Record<string, string | null>>
}

const versionSchema = z.object({
  list: z.string(),
  repositories: z
    .record(z.string(), z.string().nullable())
    .refine((all) => Object.keys(all).length <= marketplaceLimits.repositories),
})

export function writeVersion({ list, repositories }: MarketplaceVersion): string {
  const sorted = Object.entries(repositories).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return JSON.stringify({ list, repositories: Object.fromEntries(sorted) })
}

/** Null for the version of another kind of source. */
export function readVersion(version: string | null): MarketplaceVersion | null {
  if (version === null) return null
  try {
    return versionSchema.parse(JSON.parse(version))
  } catch {
    return null
  }
}
