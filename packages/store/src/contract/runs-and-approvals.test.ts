import type { ApprovalId, RevisionDigest, RunId, SkillId } from '@repertoire/core/base'
import { type Approval, type ApprovalAudience, isOfAudience } from '@repertoire/core/domain'
import type { TenantStore } from '@repertoire/core/ports'
import { expect, test } from 'vitest'
import { allPages } from './expectations.ts'
import {
  ann,
  batch,
  bob,
  forEveryStore,
  newApproval,
  newConversation,
  newRun,
  type StoreFixture,
} from './store-fixture.ts'

async function runningTurn(fixture: StoreFixture) {
  const tenant = await fixture.tenant()
  const conversation = newConversation(fixture)
  const run = newRun(fixture, conversation.id)
  await tenant.conversations.create(conversation)
  await tenant.conversations.append(conversation.id, batch(0, ['go'], { startRun: run }), 0)
  return { ...tenant, conversation, run }
}

/** A turn that waits for `approvals` approvals. */
async function waitingTurn(fixture: StoreFixture, questions = 1) {
  const turn = await runningTurn(fixture)
  const approvals = Array.from({ length: questions }, () => newApproval(fixture, turn.run))
  const run = { id: turn.run.id, status: 'waiting' } as const
  await turn.conversations.append(turn.conversation.id, batch(1, [], { run, approvals }), 0)
  return { ...turn, questions: approvals, tenant: turn as TenantStore }
}

const approve = { decision: 'approved', by: bob, note: 'fine' } as const

forEveryStore('leases', (fixture) => {
  const lease = (owner: string, ttl = 1_000) => {
    const now = fixture.clock.now()
    return { owner, now, expiresAt: now + ttl }
  }

  test('of twenty concurrent claims one succeeds', async () => {
    const { conversations, run } = await runningTurn(fixture)
    const claims = await Promise.all(
      Array.from({ length: 20 }, (_, index) => conversations.claimRun(run.id, lease(`w${index}`))),
    )
    expect(claims.filter(Boolean)).toHaveLength(1)
  })

  test('a valid lease excludes others until it expires or is released', async () => {
    const { conversations, run } = await runningTurn(fixture)
    expect(await conversations.claimRun(run.id, lease('a'))).toBe(true)
    expect(await conversations.claimRun(run.id, lease('b'))).toBe(false)
    await conversations.releaseLease(run.id, 'b')
    expect(await conversations.claimRun(run.id, lease('b'))).toBe(false)
    await conversations.releaseLease(run.id, 'a')
    expect(await conversations.claimRun(run.id, lease('b'))).toBe(true)
    fixture.clock.advance(1_000)
    expect(await conversations.claimRun(run.id, lease('c'))).toBe(true)
  })

  test('a process that lost the lease cannot renew it', async () => {
    const { conversations, run, conversation } = await runningTurn(fixture)
    await conversations.claimRun(run.id, lease('a'))
    const renewed = { owner: 'a', expiresAt: fixture.clock.now() + 5_000 }
    expect(await conversations.renewLease(run.id, renewed)).toBe(true)
    fixture.clock.advance(4_999)
    expect(await conversations.claimRun(run.id, lease('b'))).toBe(false)
    fixture.clock.advance(1)
    expect(await conversations.claimRun(run.id, lease('b'))).toBe(true)
    expect(await conversations.renewLease(run.id, renewed)).toBe(false)
    const done = { id: run.id, status: 'completed' } as const
    await conversations.append(conversation.id, batch(1, [], { run: done }), 1)
    expect(await conversations.renewLease(run.id, { ...renewed, owner: 'b' })).toBe(false)
    expect(await conversations.claimRun(run.id, lease('c'))).toBe(false)
    expect(await conversations.claimRun('run_absent' as RunId, lease('c'))).toBe(false)
  })

  test('a waiting run is claimed once every approval is answered, by one process, and runs again', async () => {
    const { conversations, approvals, run, questions } = await waitingTurn(fixture, 2)
    const [first, second] = questions as [Approval, Approval]
    const now = fixture.clock.now()
    expect(await conversations.claimRun(run.id, lease('a'))).toBe(false)
    await approvals.answer(first.id, { ...approve, now })
    expect(await conversations.claimRun(run.id, lease('a'))).toBe(false)
    await approvals.answer(second.id, { ...approve, decision: 'denied', now })
    const claims = await Promise.all(
      Array.from({ length: 20 }, (_, index) => conversations.claimRun(run.id, lease(`w${index}`))),
    )
    expect(claims.filter(Boolean)).toHaveLength(1)
    expect((await conversations.run(ann, run.id))?.status).toBe('running')
  })

  test('a waiting run releases its lease', async () => {
    const { conversations, approvals, conversation, run } = await runningTurn(fixture)
    await conversations.claimRun(run.id, lease('a', 1_000_000))
    const asked = newApproval(fixture, run)
    const waiting = { id: run.id, status: 'waiting' } as const
    const step = batch(1, [], { run: waiting, approvals: [asked] })
    await conversations.append(conversation.id, step, 0)
    expect(await conversations.renewLease(run.id, lease('a'))).toBe(false)
    await approvals.answer(asked.id, { ...approve, now: fixture.clock.now() })
    expect(await conversations.claimRun(run.id, lease('b'))).toBe(true)
  })

  test('the directory counts what is open, of every tenant that is not deleted', async () => {
    const { directory } = fixture.store
    const before = await directory.openWork(fixture.clock.now())
    const held = await runningTurn(fixture)
    await held.conversations.claimRun(held.run.id, lease('a', 50))
    await runningTurn(fixture)
    await waitingTurn(fixture)
    const answered = await waitingTurn(fixture)
    const now = fixture.clock.now()
    await answered.approvals.answer(answered.questions[0]?.id as ApprovalId, { ...approve, now })
    const gone = await waitingTurn(fixture)
    await directory.deleteTenant(gone.tenantId, now)
    const added = await waitingTurn(fixture)
    const after = await directory.openWork(now)
    expect(after).toEqual({
      runningRuns: before.runningRuns + 2,
      waitingRuns: before.waitingRuns + 3,
      claimableRuns: before.claimableRuns + 2,
      pendingApprovals: before.pendingApprovals + 2 * added.questions.length,
    })
  })

  test('the directory lists the runs without a lease, of every tenant', async () => {
    const fresh = await runningTurn(fixture)
    const held = await runningTurn(fixture)
    await held.conversations.claimRun(held.run.id, lease('a', 50))
    const asked = await waitingTurn(fixture)
    const answered = await waitingTurn(fixture)
    const now = fixture.clock.now()
    await answered.approvals.answer(answered.questions[0]?.id as ApprovalId, { ...approve, now })
    const done = await runningTurn(fixture)
    const final = { id: done.run.id, status: 'completed' } as const
    await done.conversations.append(done.conversation.id, batch(1, [], { run: final }), 1)
    const mine = [fresh, held, asked, answered, done].map((turn) => turn.run.id)
    const claimable = async () => {
      const runs = await fixture.store.directory.claimableRuns(fixture.clock.now())
      return runs.filter((entry) => mine.includes(entry.runId))
    }
    expect(await claimable()).toEqual([
      {
        tenantId: fresh.tenantId,
        conversationId: fresh.conversation.id,
        runId: fresh.run.id,
        userId: ann,
        role: 'member',
      },
      expect.objectContaining({ tenantId: answered.tenantId, runId: answered.run.id }),
    ])
    fixture.clock.advance(50)
    expect((await claimable()).map((entry) => entry.runId)).toContain(held.run.id)
  })
})

forEveryStore('approvals', (fixture) => {
  test('A7: of twenty concurrent answers the first succeeds and the others have no effect', async () => {
    const { approvals, questions } = await waitingTurn(fixture)
    const { id } = questions[0] as Approval
    const now = fixture.clock.now()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        approvals.answer(id, {
          decision: index % 2 ? 'approved' : 'denied',
          by: ann,
          note: `${index}`,
          now,
        }),
      ),
    )
    const won = answers.filter((answer) => answer !== null)
    expect(won).toHaveLength(1)
    expect(await approvals.get(id)).toEqual(won[0])
  })

  test('an answer is stored with who, when and why', async () => {
    const { approvals, questions } = await waitingTurn(fixture)
    const [asked] = questions as [Approval]
    const now = fixture.clock.now()
    expect(await approvals.answer(asked.id, { ...approve, now })).toEqual({
      ...asked,
      status: 'approved',
      answeredBy: bob,
      answeredAt: now,
      note: 'fine',
    })
    expect(await approvals.answer('apr_absent' as ApprovalId, { ...approve, now })).toBeNull()
    expect(await approvals.get('apr_absent' as ApprovalId)).toBeNull()
  })

  test('after its deadline an approval can only expire, and not before', async () => {
    const { approvals, questions, tenantId } = await waitingTurn(fixture)
    const [asked] = questions as [Approval]
    const expire = { decision: 'expired', by: null, note: '' } as const
    const overdue = async () =>
      (await fixture.store.directory.overdueApprovals(fixture.clock.now())).filter(
        (entry) => entry.approvalId === asked.id,
      )
    expect(await overdue()).toEqual([])
    expect(await approvals.answer(asked.id, { ...expire, now: asked.expiresAt - 1 })).toBeNull()
    fixture.clock.set(asked.expiresAt)
    expect(await overdue()).toEqual([{ tenantId, approvalId: asked.id }])
    for (const decision of ['approved', 'denied', 'cancelled'] as const) {
      const late = { ...approve, decision, now: asked.expiresAt }
      expect(await approvals.answer(asked.id, late)).toBeNull()
    }
    const expired = await approvals.answer(asked.id, { ...expire, now: asked.expiresAt })
    expect(expired).toMatchObject({ status: 'expired', answeredBy: null })
    expect(await overdue()).toEqual([])
  })

  test('lists newest first, by status, conversation and audience', async () => {
    const { approvals, conversation, questions } = await waitingTurn(fixture, 3)
    const ids = questions.map((question) => question.id).reverse()
    const [answered] = questions as [Approval]
    await approvals.answer(answered.id, { ...approve, now: fixture.clock.now() })
    const list = async (filter: Parameters<typeof approvals.list>[0], limit = 2) => {
      const items = await allPages((page) => approvals.list(filter, page), limit)
      return items.map((item) => item.id)
    }
    expect(await list({})).toEqual(ids)
    expect(await list({ status: 'pending' })).toEqual(ids.slice(0, 2))
    expect(await list({ status: 'approved' })).toEqual([answered.id])
    expect(await list({ conversationId: conversation.id })).toEqual(ids)
    expect(await list({ audience: { person: ann } }, 1)).toEqual(ids)
    expect(await list({ audience: { person: bob } })).toEqual([])
    expect(await list({ audience: { person: bob, administers: { connectors: [] } } })).toEqual(ids)
  })

  test('A7: each type of approval reads back as requested, for its audience', async () => {
    const { conversations, approvals, conversation, run } = await runningTurn(fixture)
    const asked: Approval[] = [
      newApproval(fixture, run),
      {
        ...newApproval(fixture, run),
        type: 'clarification',
        subject: { question: 'Which “one”?\n', options: ['a', 'b'] },
      },
      ...['payroll', 'wiki'].map(
        (connector): Approval => ({
          ...newApproval(fixture, run),
          type: 'connector_access',
          subject: { connector, title: 'T', description: '', endpoint: 'run', digest: 'sha256:1' },
        }),
      ),
      {
        ...newApproval(fixture, run),
        type: 'skill_change',
        subject: {
          action: 'update',
          slug: 'diary',
          name: 'Diary “1”',
          scope: 'user',
          skillId: 'skl_1' as SkillId,
          version: 1,
          baseDigest: 'sha256:1' as RevisionDigest,
          before: '---\nname: Diary\n---\n',
          digest: 'sha256:2' as RevisionDigest,
          source: '---\nname: Diary\n---\n😀\u2028\n',
        },
      },
    ]
    await conversations.append(
      conversation.id,
      batch(1, [], { approvals: asked }),
      fixture.clock.now(),
    )
    const seen = async (audience: ApprovalAudience) => {
      const { items } = await approvals.list({ audience }, { limit: 50 })
      return asked.filter(({ id }) => items.some((item) => item.id === id))
    }
    expect(await Promise.all(asked.map(({ id }) => approvals.get(id)))).toEqual(asked)
    expect(await seen({ person: ann })).toEqual(asked)
    for (const connectors of [[], ['payroll'], ['payroll', 'wiki', 'x']]) {
      const audience = { person: bob, administers: { connectors } }
      expect(await seen(audience)).toEqual(asked.filter((one) => isOfAudience(one, audience)))
    }
  })
})
