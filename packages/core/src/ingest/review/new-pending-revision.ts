import type { Diagnostic } from '@repertoire/skill-md'
import type { PendingRevisionId, SourceId, Timestamp } from '../../base/ids.ts'
import { similarityReason } from '../../domain/inbox-entry.ts'
import type {
  PendingRevisionHead,
  PendingRevisionWithFiles,
} from '../../domain/pending-revision.ts'
import type { RevisionProposal } from '../../domain/revision-proposal.ts'
import type { NewContent, PackageFile, Skill } from '../../domain/skill.ts'
import type { SourceCommit } from '../../domain/source-commit.ts'
import type { RequestedPermissions, TrustReport } from '../../domain/trust.ts'
import { filesOfImport } from '../checks/check-package.ts'
import { asFound } from '../checks/judge-findings.ts'
import {
  addedPermissions,
  noPermissions,
  readRequestedPermissions,
} from './requested-permissions.ts'

/** The skill that an arrival updates, as it is when the arrival comes. */
export interface UpdateBase {
  readonly skill: Skill
  readonly files: readonly PackageFile[]
  readonly permissions: RequestedPermissions
  /** SPDX expression, null where none is known; undefined when nobody read it. */
  readonly licence: string | null | undefined
}

export interface NewPendingRevision {
  readonly id: PendingRevisionId
  readonly arrival: NewContent
  readonly trust: TrustReport
  /** Null for a new skill. */
  readonly base: UpdateBase | null
  readonly isDetached: boolean
  readonly sourceId: SourceId | null
  readonly entryId: string
  readonly sourceVersion: string
  readonly diagnostics: readonly Diagnostic[]
  /** Left out: nobody proposes it, it came from a source or by hand. */
  readonly proposal?: RevisionProposal
  /** Left out: none are known. */
  readonly commits?: readonly SourceCommit[]
  readonly now: Timestamp
}

/** What waits for a person, made of a judged arrival. Pure. */
export function newPendingRevision(given: NewPendingRevision): PendingRevisionWithFiles {
  const { id, arrival, trust, base, isDetached, sourceId, entryId, sourceVersion, now } = given
  const { facts, content, origin, slug } = arrival
  const files = filesOfImport(arrival)
  const permissions = readRequestedPermissions(facts.frontmatter, files)
  const held = {
    ...{ id, state: 'held' as const, sourceId, entryId, sourceVersion, origin, slug, isDetached },
    ...{ name: facts.name, description: facts.description, digest: facts.digest },
    waitsForAge: false,
    proposal: given.proposal ?? null,
    skillId: base?.skill.id ?? null,
    baseDigest: base?.skill.head.digest ?? null,
    ...{ verdict: trust.scan.verdict, ruleset: trust.scan.ruleset },
    findings: trust.scan.findings.length,
    licence: trust.licence.expression,
    licenceChange: licenceChangeOf(base, trust),
    licenceDecision: trust.licenceDecision,
    signature: trust.signature.status,
    permissions,
    addedPermissions: addedPermissions(base?.permissions ?? noPermissions, permissions),
    ...{ createdAt: now, decidedBy: null, decidedAt: null, note: '' },
    ...{ skillMd: content.source, manifest: facts.manifest, diagnostics: given.diagnostics },
    ...{ trust: asFound(trust), commits: given.commits ?? [] },
  }
  return { held: { ...held, alike: similarityReason({ ...held, trust }) }, files }
}

function licenceChangeOf(
  base: UpdateBase | null,
  { licence }: TrustReport,
): PendingRevisionHead['licenceChange'] {
  if (base?.licence === undefined || base.licence === licence.expression) return null
  return { from: base.licence }
}
