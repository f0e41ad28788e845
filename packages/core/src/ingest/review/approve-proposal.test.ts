import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Sha256 } from '../../base/sha256.ts'
import {
  acceptProposal,
  createProposalFixture,
  draft,
  problem,
  rejectProposal,
} from '../../testing/proposal-fixture.ts'
import { createProposal } from '../proposals/create-proposal.ts'
import { updateSkill } from '../skills/update-skill.ts'
import { visibleRevision } from './visible-revision.ts'

const sha256: Sha256 = (data) => createHash('sha256').update(data).digest('hex')
const organisation = () => createProposalFixture(sha256)

describe('D5: deciding a proposal', () => {
  it('acceptance creates a skill of the person that records author, reason and origin', async () => {
    const { deps, ann, proposed, audit } = await organisation()
    const waiting = await proposed({ resources: [{ path: 'notes/a.md', content: 'A' }] })
    const { held, skill } = await acceptProposal(deps, ann, { ...waiting, note: 'fine' })
    expect(held).toMatchObject({ state: 'approved', decidedBy: 'usr_ann', note: 'fine' })
    expect(held.proposal?.scope).toBe('user')
    expect(skill.head.digest).toBe(waiting.digest)
    expect(skill).toMatchObject({
      scope: { kind: 'user', userId: 'usr_ann' },
      origin: { provenance: 'agent' },
      head: { createdBy: 'usr_ann', reason: 'Proposed by an agent: It worked.' },
    })
    const viewer = ann.principal.userId
    expect((await deps.store.skills.content(viewer, skill.id, skill.head.digest))?.source).toBe(
      waiting.skillMd,
    )
    const file = await deps.store.skills.file(viewer, skill.id, skill.head.digest, 'notes/a.md')
    expect(new TextDecoder().decode(file ?? new Uint8Array())).toBe('A')
    expect(await audit()).toEqual(['proposal-accepted', 'proposal-created'])
    const [entry] = (await deps.store.audit.list({}, { limit: 1 })).items
    expect(entry?.details).toMatchObject({
      skill_id: skill.id,
      proposed_for: 'usr_ann',
      conversation_id: 'cnv_usr_ann',
      run_id: 'run_1',
    })
  })

  it('A8: a member cannot accept a new skill for the organisation; an admin can', async () => {
    const { deps, ann, admin, agentOf, proposed } = await organisation()
    const waiting = await proposed()
    const wide = acceptProposal(deps, ann, { ...waiting, scope: 'org' })
    await expect(wide).rejects.toMatchObject(problem('skill.org-scope-forbidden'))
    expect((await deps.store.reviews.get(waiting.id, 'server'))?.state).toBe('held')
    const own = await createProposal(agentOf(admin), draft)
    if (own.status !== 'proposed') throw new Error(own.status)
    const accepted = await acceptProposal(deps, admin, {
      ...own.held,
      scope: 'org',
    })
    expect(accepted.skill.scope).toEqual({ kind: 'org' })
  })

  it('only admins accept a change of an organisation’s skill; the member sees it and may reject it', async () => {
    const { deps, ann, bob, admin, write, proposed } = await organisation()
    const skill = await write(admin, 'org', 'By hand.')
    const waiting = await proposed()
    await expect(acceptProposal(deps, ann, waiting)).rejects.toMatchObject(
      problem('skill.org-scope-forbidden'),
    )
    await expect(acceptProposal(deps, bob, waiting)).rejects.toMatchObject(
      problem('arrival.not-found'),
    )
    const accepted = await acceptProposal(deps, admin, waiting)
    expect(accepted.skill).toMatchObject({
      id: skill.id,
      // It stays authored: accepting a change does not make the curator responsible for it.
      origin: { provenance: 'authored' },
      head: { number: 2, createdBy: 'usr_admin' },
    })
    const other = await proposed({ instructions: 'Third.' })
    expect((await rejectProposal(deps, ann, other)).state).toBe('rejected')
  })

  it('nobody else can read, accept or reject it', async () => {
    const { deps, bob, admin, proposed } = await organisation()
    const waiting = await proposed()
    const absent = problem('arrival.not-found')
    for (const actor of [bob, admin]) {
      await expect(
        visibleRevision(deps.store.reviews, actor.principal, waiting.id),
      ).rejects.toMatchObject(absent)
      await expect(acceptProposal(deps, actor, waiting)).rejects.toMatchObject(absent)
      await expect(rejectProposal(deps, actor, waiting)).rejects.toMatchObject(absent)
    }
    expect((await deps.store.reviews.get(waiting.id, 'server'))?.state).toBe('held')
  })

  it('does not overwrite a skill that has changed since; the proposal stays stale', async () => {
    const { deps, ann, write, proposed, audit } = await organisation()
    const skill = await write(ann, 'user', 'First.')
    const waiting = await proposed()
    const change = { id: skill.id, content: '---\nname: deploy\ndescription: d\n---\nSecond.\n' }
    const after = await updateSkill(deps, ann, { ...change, overrides: {}, reason: '' })
    const stale = problem('proposal.stale')
    await expect(acceptProposal(deps, ann, waiting)).rejects.toMatchObject(stale)
    await expect(acceptProposal(deps, ann, waiting)).rejects.toMatchObject(stale)
    expect(await deps.store.skills.get(ann.principal.userId, skill.id)).toEqual(after)
    expect((await audit())[0]).toBe('proposal-stale')
  })

  it('accepting a change cannot move it to another scope', async () => {
    const { deps, admin, ann, write, proposed } = await organisation()
    await write(ann, 'user', 'By hand.')
    const waiting = await proposed()
    await expect(acceptProposal(deps, ann, { ...waiting, scope: 'org' })).rejects.toMatchObject(
      problem('proposal.scope-fixed'),
    )
    expect(admin.principal.role).toBe('admin')
  })

  it('of concurrent decisions the first counts, and the others are refused', async () => {
    const { deps, ann, proposed, everySkill } = await organisation()
    const waiting = await proposed()
    const decisions = await Promise.allSettled([
      acceptProposal(deps, ann, waiting),
      rejectProposal(deps, ann, waiting),
      acceptProposal(deps, ann, waiting),
    ])
    const lost = decisions.filter((decision) => decision.status === 'rejected')
    expect(lost).toHaveLength(2)
    for (const { reason } of lost) expect(reason).toMatchObject(problem('proposal.decided'))
    const status = (await deps.store.reviews.get(waiting.id, 'server'))?.state
    expect(await everySkill()).toHaveLength(status === 'approved' ? 1 : 0)
  })

  it('a read-only key cannot decide', async () => {
    const { deps, ann, proposed } = await organisation()
    const waiting = await proposed()
    const reader = {
      ...ann,
      principal: { ...ann.principal, permissions: ['skills.read'] as const },
    }
    const missing = problem('auth.permission-missing')
    await expect(acceptProposal(deps, reader, waiting)).rejects.toMatchObject(missing)
    await expect(rejectProposal(deps, reader, waiting)).rejects.toMatchObject(missing)
  })
})
