import type { RevisionDigest } from '@repertoire/core/base'

/** The contents whose findings the caller says to have read. */
export function acknowledgedOf(
  given: string | readonly string[] | undefined,
): readonly RevisionDigest[] {
  return [given ?? []].flat() as RevisionDigest[]
}
