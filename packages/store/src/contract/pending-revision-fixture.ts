import type { PendingRevisionId, SourceId } from '@repertoire/core/base'
import type {
  CheckedContent,
  PendingRevision,
  PendingRevisionWithFiles,
  RevisionProposal,
  Run,
  SkillSource,
  SourceItemRecord,
  TrustReport,
} from '@repertoire/core/domain'
import { ann, type StoreFixture } from './store-fixture.ts'

const nothing = { tools: [], hooks: [], scripts: [], hosts: [], env: [] }

export const cleanTrust: TrustReport = {
  scan: { ruleset: 'rules-1', verdict: 'clean', findings: [], unscanned: [] },
  licence: { status: 'known', expression: 'MIT', evidence: [] },
  ...{ licenceDecision: 'allowed', licenceReason: 'MIT is allowed.' },
  signature: { status: 'unsigned', signer: null, detail: 'Nobody signed it.' },
}

export function newSource(fixture: StoreFixture, change: Partial<SkillSource> = {}): SkillSource {
  const id = fixture.id('src') as SourceId
  return {
    ...{ id, name: `source ${id}`, enabled: true, syncPolicy: 'auto', syncIntervalMinutes: 60 },
    config: { kind: 'github', repo: 'acme/skills', ref: null, path: '' },
    ...{ reviewPolicy: 'hold', minimumUpdateAgeDays: null, encryptedToken: null, version: 1 },
    sync: {
      ...{ status: 'never', error: null, notices: [], version: null, lastSyncAt: null },
      ...{ nextSyncAt: null, counts: null, progress: null, failures: 0 },
    },
    ...{ leaseUntil: null, createdBy: ann, createdAt: 1, updatedAt: 1 },
    ...change,
  }
}

/** What came in: a package as it was read, waiting. */
export function toHold(
  fixture: StoreFixture,
  arrival: CheckedContent,
  change: Partial<PendingRevision> = {},
): PendingRevisionWithFiles {
  const bytes = new TextEncoder().encode(arrival.content.source)
  const held: PendingRevision = {
    ...{
      id: fixture.id('arr') as PendingRevisionId,
      state: 'held',
      sourceId: null,
      proposal: null,
    },
    ...{ entryId: `skills/${arrival.slug}`, sourceVersion: 'c0ffee', origin: arrival.origin },
    ...{ slug: arrival.slug, name: arrival.facts.name, description: arrival.facts.description },
    ...{ digest: arrival.facts.digest, skillId: null, baseDigest: null, isDetached: false },
    ...{ verdict: 'clean', ruleset: 'rules-1', findings: 0, licence: 'MIT' },
    ...{ licenceChange: null, waitsForAge: false, alike: 'clean import' },
    ...{
      licenceDecision: 'allowed',
      signature: 'unsigned',
      permissions: nothing,
      addedPermissions: nothing,
    },
    ...{ createdAt: 5, decidedBy: null, decidedAt: null, note: '' },
    ...{ skillMd: arrival.content.source, manifest: arrival.facts.manifest, trust: cleanTrust },
    ...{ diagnostics: [], commits: [] },
    ...change,
  }
  return { held, files: [{ path: 'SKILL.md', bytes, executable: false }, ...arrival.files] }
}

/** What the agent of a run proposes: a package that waits. */
export function proposalToHold(
  fixture: StoreFixture,
  { run, content }: { readonly run: Run; readonly content: CheckedContent },
  {
    proposal: changed,
    ...change
  }: Partial<Omit<PendingRevision, 'proposal'>> & {
    readonly proposal?: Partial<RevisionProposal>
  } = {},
): PendingRevisionWithFiles {
  const id = fixture.id('prp') as PendingRevisionId
  const proposal: RevisionProposal = {
    ...{ person: run.userId, conversationId: run.conversationId, runId: run.id },
    ...{ offeredSkillId: null, traceId: run.traceId, scope: null, reason: 'it worked' },
    ...changed,
  }
  const createdAt = fixture.clock.now()
  const place = { id, proposal, createdAt, entryId: '', sourceVersion: '' }
  return toHold(fixture, content, { ...place, alike: 'proposal', ...change })
}

/** For approvals whose audit entry does not matter. */
export const noAudit = () => []

export function itemOf(
  arrival: CheckedContent,
  change: Partial<SourceItemRecord> = {},
): SourceItemRecord {
  const { facts, slug } = arrival
  return {
    ...{ entryId: `skills/${slug}`, token: `tree-${facts.digest}`, state: 'present' },
    ...{ name: facts.name, slug, skillId: null, digest: facts.digest, appliedDigest: null },
    problem: null,
    ...change,
  }
}
