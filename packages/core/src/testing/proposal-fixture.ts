import type { ConversationId, RunId, TenantId, UserId } from '../base/ids.ts'
import type { Sha256 } from '../base/sha256.ts'
import type { PendingRevision } from '../domain/pending-revision.ts'
import { rolePermissions } from '../domain/permissions.ts'
import type { Role } from '../domain/principal.ts'
import type { SkillScopeKind } from '../domain/skill.ts'
import type { JudgingDeps } from '../ingest/checks/package-assessor.ts'
import { createProposal, type ProposalServices } from '../ingest/proposals/create-proposal.ts'
import { approveRevision } from '../ingest/review/approve-revision.ts'
import { decideRevision } from '../ingest/review/decide-revision.ts'
import type { SkillDraftInput } from '../ingest/skills/compose-skill.ts'
import { createSkill } from '../ingest/skills/create-skill.ts'
import type { CatalogActor } from '../keep/skills/catalog-deps.ts'
import { createFixedClock } from './fixed-clock.ts'
import { createInMemoryStore } from './in-memory-store.ts'
import { judgeByWords } from './judge-by-words.ts'
import { createSequentialIds } from './sequential-ids.ts'

const tenantId = 'ten_1' as TenantId
export const draft: SkillDraftInput = {
  name: 'deploy',
  description: 'Deploys.',
  instructions: '# Deploy\n\nDo it so.',
  reason: 'It worked.',
}

/** An organisation whose agents propose skills. */
export async function createProposalFixture(sha256: Sha256) {
  const clock = createFixedClock()
  const ids = createSequentialIds()
  const store = createInMemoryStore({ clock, ids })
  await store.directory.createTenant({ id: tenantId, name: 'T', createdAt: 0 })
  const deps: JudgingDeps = {
    store: store.tenant(tenantId),
    clock,
    ids,
    sha256,
    judge: judgeByWords,
  }
  const person = (id: string, role: Role = 'member'): CatalogActor => ({
    principal: { tenantId, userId: id as UserId, role, permissions: rolePermissions(role) },
    traceId: '0'.repeat(32),
  })
  const people = {
    ann: person('usr_ann'),
    bob: person('usr_bob'),
    admin: person('usr_admin', 'admin'),
  }
  let calls = 0
  const agentOf = (
    { principal, traceId }: CatalogActor,
    agentSkillPolicy: 'propose' | 'save' = 'propose',
  ): ProposalServices => ({
    ...deps,
    principal,
    traceId,
    conversationId: `cnv_${principal.userId}` as ConversationId,
    runId: 'run_1' as RunId,
    callId: `call_${++calls}`,
    settings: { agentSkillPolicy },
    untrustedInput: false,
  })
  /** A proposal of Ann's agent. */
  const proposed = async (change: Partial<SkillDraftInput> = {}): Promise<PendingRevision> => {
    const outcome = await createProposal(agentOf(people.ann), { ...draft, ...change })
    if (outcome.status !== 'proposed') throw new Error(outcome.status)
    return outcome.held
  }
  const write = (actor: CatalogActor, scope: SkillScopeKind, body: string, more = '') =>
    createSkill(deps, actor, {
      content: `---\nname: deploy\ndescription: By hand.\n${more}---\n${body}`,
      overrides: {},
      scope,
      enabled: true,
      reason: '',
    })
  const audit = async () =>
    (await deps.store.audit.list({}, { limit: 200 })).items.map((entry) => entry.action)
  const everySkill = async () =>
    (
      await Promise.all(
        Object.values(people).map(({ principal }) =>
          deps.store.skills.list(principal.userId, {}, { limit: 50 }),
        ),
      )
    ).flatMap((page) => page.items)
  return { deps, ...people, agentOf, proposed, write, audit, everySkill }
}

/** Accepts what was read, as the page does. */
export function acceptProposal(
  deps: JudgingDeps,
  actor: CatalogActor,
  {
    id,
    digest,
    scope,
    note = '',
  }: Pick<PendingRevision, 'id' | 'digest'> & { scope?: SkillScopeKind; note?: string },
) {
  const request = { id, digest, note, overwriteEdits: false, enable: undefined }
  return approveRevision(deps, actor, { ...request, scope })
}

export function rejectProposal(
  deps: JudgingDeps,
  actor: CatalogActor,
  { id, digest, note = '' }: Pick<PendingRevision, 'id' | 'digest'> & { readonly note?: string },
): Promise<PendingRevision> {
  return decideRevision(deps, actor, { id, digest, decision: 'reject', note })
}

export function problem(code: string) {
  return { problem: { code } }
}
