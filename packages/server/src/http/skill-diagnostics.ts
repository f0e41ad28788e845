import type { RevisionContent, RevisionDigest } from '@repertoire/core'
import type { DiagnosticBody } from '@repertoire/protocol'
import { loadSkillMd } from '@repertoire/skill-md'
import { toDiagnosticBody } from '../wire/diagnostic.ts'

/** Revisions whose diagnostics are kept, and how many of them a revision may have to be kept. */
const maxCachedRevisions = 500
const maxCachedDiagnostics = 50

export type SkillDiagnostics = (
  digest: RevisionDigest,
  content: RevisionContent,
) => DiagnosticBody[]

/** What is to be said about a revision's SKILL.md; equal digests are equal bytes, so once said is said. */
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
