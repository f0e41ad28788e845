import {
  type Approval,
  type ApprovalAudience,
  type ApprovalId,
  isOfAudience,
  type RevisionDigest,
  type RunId,
  type SkillId,
  type TenantStore,
} from '@repertoire/core'
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
  type World,
} from './world.ts'

async function runningTurn(world: World) {
  const tenant = await world.tenant()
  const conversation = newConversation(world)
  const run = newRun(world, conversation.id)
  await tenant.conversations.create(conversation)
  await tenant.conversations.append(conversation.id, batch(0, ['go'], { startRun: run }), 0)
  return { ...tenant, conversation, run }
}

/** A turn that waits for `approvals` questions. */
async function waitingTurn(world: World, questions = 1) {
  const turn = await runningTurn(world)
  const approvals = Array.from({ length: questions }, () => newApproval(world, turn.run))
  const run = { id: turn.run.id, status: 'waiting' } as const
  await turn.conversations.append(turn.conversation.id, batch(1, [], { run, approvals }), 0)
  return { ...turn, questions: approvals, tenant: turn as TenantStore }
}

const approve = { decision: 'approved', by: bob, note: 'fine' } as const

forEveryStore('leases', (world) => {
  const lease = (owner: string, ttl = 1_000) => {
    const now = world.clock.now()
    return { owner, now, expiresAt: now + ttl }
  }

  test('of twenty concurrent claims one wins', async () => {
    const { conversations, run } = await runningTurn(world)
    const claims = await Promise.all(
      Array.from({ length: 20 }, (_, index) => conversations.claimRun(run.id, lease(`w${index}`))),
    )
    expect(claims.filter(Boolean)).toHaveLength(1)
  })

  test('a live lease keeps others out until it expires or is given back', async () => {
    const { conversations, run } = await runningTurn(world)
    expect(await conversations.claimRun(run.id, lease('a'))).toBe(true)
    expect(await conversations.claimRun(run.id, lease('b'))).toBe(false)
    await conversations.releaseLease(run.id, 'b')
    expect(await conversations.claimRun(run.id, lease('b'))).toBe(false)
    await conversations.releaseLease(run.id, 'a')
    expect(await conversations.claimRun(run.id, lease('b'))).toBe(true)
    world.clock.advance(1_000)
    expect(await conversations.claimRun(run.id, lease('c'))).toBe(true)
  })

  test('who lost the lease cannot renew it', async () => {
    const { conversations, run, conversation } = await runningTurn(world)
    await conversations.claimRun(run.id, lease('a'))
    const renewed = { owner: 'a', expiresAt: world.clock.now() + 5_000 }
    expect(await conversations.renewLease(run.id, renewed)).toBe(true)
    world.clock.advance(4_999)
    expect(await conversations.claimRun(run.id, lease('b'))).toBe(false)
    world.clock.advance(1)
    expect(await conversations.claimRun(run.id, lease('b'))).toBe(true)
    expect(await conversations.renewLease(run.id, renewed)).toBe(false)
    const done = { id: run.id, status: 'completed' } as const
    await conversations.append(conversation.id, batch(1, [], { run: done }), 1)
    expect(await conversations.renewLease(run.id, { ...renewed, owner: 'b' })).toBe(false)
    expect(await conversations.claimRun(run.id, lease('c'))).toBe(false)
    expect(await conversations.claimRun('run_absent' as RunId, lease('c'))).toBe(false)
  })

  test('a waiting run is claimed once every question is answered, by one, and runs again', async () => {
    const { conversations, approvals, run, questions } = await waitingTurn(world, 2)
    const [first, second] = questions as [Approval, Approval]
    const now = world.clock.now()
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

  test('a run that waits gives its lease back', async () => {
    const { conversations, approvals, conversation, run } = await runningTurn(world)
    await conversations.claimRun(run.id, lease('a', 1_000_000))
    const asked = newApproval(world, run)
    const waiting = { id: run.id, status: 'waiting' } as const
    const step = batch(1, [], { run: waiting, approvals: [asked] })
    await conversations.append(conversation.id, step, 0)
    expect(await conversations.renewLease(run.id, lease('a'))).toBe(false)
    await approvals.answer(asked.id, { ...approve, now: world.clock.now() })
    expect(await conversations.claimRun(run.id, lease('b'))).toBe(true)
  })

  test('the directory names the runs nobody works on, of every tenant', async () => {
    const fresh = await runningTurn(world)
    const held = await runningTurn(world)
    await held.conversations.claimRun(held.run.id, lease('a', 50))
    const asked = await waitingTurn(world)
    const answered = await waitingTurn(world)
    const now = world.clock.now()
    await answered.approvals.answer(answered.questions[0]?.id as ApprovalId, { ...approve, now })
    const done = await runningTurn(world)
    const final = { id: done.run.id, status: 'completed' } as const
    await done.conversations.append(done.conversation.id, batch(1, [], { run: final }), 1)
    const mine = [fresh, held, asked, answered, done].map((turn) => turn.run.id)
    const claimable = async () => {
      const runs = await world.store.directory.claimableRuns(world.clock.now())
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
    world.clock.advance(50)
    expect((await claimable()).map((entry) => entry.runId)).toContain(held.run.id)
  })
})

forEveryStore('approvals', (world) => {
  test('A7: of twenty concurrent answers the first wins and the others get nothing', async () => {
    const { approvals, questions } = await waitingTurn(world)
    const { id } = questions[0] as Approval
    const now = world.clock.now()
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
    const { approvals, questions } = await waitingTurn(world)
    const [asked] = questions as [Approval]
    const now = world.clock.now()
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

  test('past its time a question can only expire, and not before', async () => {
    const { approvals, questions, tenantId } = await waitingTurn(world)
    const [asked] = questions as [Approval]
    const expire = { decision: 'expired', by: null, note: '' } as const
    const overdue = async () =>
      (await world.store.directory.overdueApprovals(world.clock.now())).filter(
        (entry) => entry.approvalId === asked.id,
      )
    expect(await overdue()).toEqual([])
    expect(await approvals.answer(asked.id, { ...expire, now: asked.expiresAt - 1 })).toBeNull()
    world.clock.set(asked.expiresAt)
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
    const { approvals, conversation, questions } = await waitingTurn(world, 3)
    const ids = questions.map((question) => question.id).reverse()
    const [answered] = questions as [Approval]
    await approvals.answer(answered.id, { ...approve, now: world.clock.now() })
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

  test('A7: each type of question comes back as it was asked, to those it concerns', async () => {
    const { conversations, approvals, conversation, run } = await runningTurn(world)
    const asked: Approval[] = [
      newApproval(world, run),
      {
        ...newApproval(world, run),
        type: 'clarification',
        subject: { question: 'Which “one”?\n', options: ['a', 'b'] },
      },
      ...['payroll', 'wiki'].map(
        (connector): Approval => ({
          ...newApproval(world, run),
          type: 'connector_access',
          subject: { connector, title: 'T', description: '', endpoint: 'run', digest: 'sha256:1' },
        }),
      ),
      {
        ...newApproval(world, run),
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
      world.clock.now(),
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
