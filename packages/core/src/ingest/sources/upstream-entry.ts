import type { SourceConfig } from '../../domain/skill-source.ts'
import type { SkillSource, SourceItemRecord } from '../../domain/source.ts'

/** Where an entry is in its repository on github.com, as document D names it; null for other kinds of sources. */
export function upstreamId(config: SourceConfig, entryId: string): string | null {
  if (config.kind !== 'github') return null
  return `${config.repo}@${config.ref ?? 'HEAD'}:${entryId}`
}

/** The id that git gives the SKILL.md of an entry; null where its source is no repository. */
export function skillMdBlob({ token }: Pick<SourceItemRecord, 'token'>): string | null {
  return /^git:[0-9a-f]{64}:([0-9a-f]{40})$/.exec(token)?.[1] ?? null
}

/** The source and the entry that an {@link upstreamId} names; undefined when no source is of that repository. */
export function findUpstream(
  sources: readonly SkillSource[],
  wanted: string,
): { readonly source: SkillSource; readonly path: string } | undefined {
  for (const source of sources) {
    const prefix = upstreamId(source.config, '')
    if (prefix !== null && wanted.startsWith(prefix)) {
      return { source, path: wanted.slice(prefix.length) }
    }
  }
  return undefined
}
