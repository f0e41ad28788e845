import type { RevisionDigest } from '@repertoire/core/base'
import type { RevisionContent } from '@repertoire/core/domain'
import type { DiagnosticBody } from '@repertoire/protocol'
import { loadSkillMd } from '@repertoire/skill-md'
import { toDiagnosticBody } from '../wire/diagnostic.ts'

/** Limit of cached revisions, and of the diagnostics of a revision that is cached. */
const maxCachedRevisions = 500
const maxCachedDiagnostics = 50

export type SkillDiagnostics = (
  digest: RevisionDigest,
  content: RevisionContent,
) => DiagnosticBody[]

/** The diagnostics of a revision's SKILL.md, cached by digest. */
export function createSkillDiagnostics(): SkillDiagnostics {
  const cache = new Map<RevisionDigest, DiagnosticBody[]>()
  return (digest, content) => {
    const cached = cache.get(digest)
    cache.delete(digest)
    const diagnostics = cached ?? loadSkillMd(content.source).diagnostics.map(toDiagnosticBody)
    if (diagnostics.length > maxCachedDiagnostics) return diagnostics
    cache.set(digest, diagnostics)
    const oldest = cache.keys().next().value
    if (cache.size > maxCachedRevisions && oldest) cache.delete(oldest)
    return diagnostics
  }
}
