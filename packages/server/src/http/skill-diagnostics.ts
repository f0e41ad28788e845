import type { RevisionContent, RevisionDigest } from '@repertoire/core'
import type { DiagnosticBody } from '@repertoire/protocol'
import { loadSkillMd } from '@repertoire/skill-md'
import { toDiagnosticBody } from './wire/diagnostic.ts'

/** Revisions whose diagnostics are kept, and how many of them a revision may have to be kept. */
const mostRevisions = 500
const mostDiagnostics = 50

export type SkillDiagnostics = (
  digest: RevisionDigest,
  content: RevisionContent,
) => DiagnosticBody[]

/** What is to be said about a revision's SKILL.md; equal digests are equal bytes, so once said is said. */
export function createSkillDiagnostics(): SkillDiagnostics {
  const kept = new Map<RevisionDigest, DiagnosticBody[]>()
  return (digest, content) => {
    const known = kept.get(digest)
    kept.delete(digest)
    const diagnostics = known ?? loadSkillMd(content.source).diagnostics.map(toDiagnosticBody)
    if (diagnostics.length > mostDiagnostics) return diagnostics
    kept.set(digest, diagnostics)
    const oldest = kept.keys().next().value
    if (kept.size > mostRevisions && oldest) kept.delete(oldest)
    return diagnostics
  }
}
