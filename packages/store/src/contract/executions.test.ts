import { createHash } from 'node:crypto'
import type { ExecutionId, RevisionDigest, SkillId, UserId } from '@repertoire/core/base'
import type { Execution } from '@repertoire/core/domain'
import { expect, test } from 'vitest'
import { checkedContent } from './checked-content.ts'
import { rejection } from './expectations.ts'
import { ann, bob, forEveryStore, newConversation, type StoreFixture } from './store-fixture.ts'

function newExecution(fixture: StoreFixture, change: Partial<Execution> = {}): Execution {
  return {
    id: fixture.id('exe') as ExecutionId,
    conversationId: null,
    runId: null,
    callId: null,
    traceId: 'a'.repeat(32),
    skill: { skillId: 'skl_1' as SkillId, slug: 'math', digest: 'sha256:1' as RevisionDigest },
    runtime: 'python',
    entry: 'calculator.py',
    args: ['42', '*', '17'],
    status: 'queued',
    exitCode: null,
    stdout: '',
    stderr: '',
    outputs: [],
    skipped: [],
    usage: null,
    startedBy: ann,
    startedAt: fixture.clock.now(),
    finishedAt: null,
    ...change,
  }
}

const ended = {
  status: 'ok',
  exitCode: 0,
  stdout: '714 \u{1F600}\n',
  stderr: 'warn',
  usage: { wallMs: 5, queuedMs: 1, cpuMs: null, peakMemoryBytes: 7 },
  skipped: [{ path: 'link', why: 'is a link' }],
} as const

const soon = () => new Promise<false>((resolve) => setTimeout(resolve, 20, false))

forEveryStore('executions', (fixture) => {
  test('an execution is stored when it starts, updated when it ends, and visible only to its person', async () => {
    const { executions } = await fixture.tenant()
    const begun = newExecution(fixture)
    await executions.create(begun)
    expect(await executions.get(ann, begun.id)).toEqual(begun)
    expect(await executions.heartbeat(begun.id, { status: 'running' })).toEqual({
      cancelRequested: false,
    })
    expect(await executions.get(ann, begun.id)).toEqual({ ...begun, status: 'running' })
    const end: Execution = { ...begun, ...ended, finishedAt: 9 }
    expect(await executions.finish(end)).toBe(true)
    expect(await executions.get(ann, begun.id)).toEqual(end)
    expect(await executions.get(bob, begun.id)).toBeNull()
    const other = await fixture.tenant()
    expect(await other.executions.get(ann, begun.id)).toBeNull()
  })

  test('C5: it starts once and ends once, whoever tries', async () => {
    const { executions } = await fixture.tenant()
    const one = newExecution(fixture)
    await executions.create(one)
    expect(await rejection(executions.create(one))).toBe('execution.exists')
    expect(await executions.finish({ ...one, status: 'cancelled', finishedAt: 1 })).toBe(true)
    expect(await executions.finish({ ...one, status: 'ok', finishedAt: 2 })).toBe(false)
    expect(await executions.heartbeat(one.id, { status: 'running' })).toBeNull()
    expect(await executions.get(ann, one.id)).toMatchObject({ status: 'cancelled', finishedAt: 1 })
    expect(await rejection(executions.create(one))).toBe('execution.exists')
  })

  test('C5: it is interrupted for a stale heartbeat, but not after a new heartbeat', async () => {
    const tenant = await fixture.tenant()
    const { executions } = tenant
    const all = ['dead', 'alive', 'over'].map(() => newExecution(fixture))
    const [dead, alive, over] = all as [Execution, Execution, Execution]
    for (const one of all) await executions.create(one)
    await executions.heartbeat(dead.id)
    await executions.finish({ ...over, status: 'ok', finishedAt: 50 })
    const seen = (await fixture.store.directory.runningExecutions()).filter(
      ({ tenantId }) => tenantId === tenant.tenantId,
    )
    expect(new Map(seen.map(({ id, heartbeatCount }) => [id, heartbeatCount]))).toEqual(
      new Map([
        [dead.id, 1],
        [alive.id, 0],
      ]),
    )
    await executions.heartbeat(alive.id)
    expect(await executions.interrupt(alive.id, { heartbeatCount: 0, now: 100 })).toBe(false)
    expect(await executions.interrupt(dead.id, { heartbeatCount: 1, now: 100 })).toBe(true)
    expect(await executions.interrupt(over.id, { heartbeatCount: 0, now: 100 })).toBe(false)
    expect(await executions.get(ann, dead.id)).toMatchObject({
      status: 'interrupted',
      finishedAt: 100,
    })
    expect(await executions.get(ann, alive.id)).toMatchObject({ status: 'queued' })
    expect(await executions.finish({ ...dead, status: 'ok', finishedAt: 120 })).toBe(false)
  })

  test('C5: its person requests a cancel from any process, and the running process learns of it', async () => {
    const tenant = await fixture.tenant()
    const elsewhere = (await fixture.openAnother()).tenant(tenant.tenantId)
    const { executions } = tenant
    const [one, other] = [newExecution(fixture), newExecution(fixture)]
    await executions.create(one)
    await executions.create(other)
    const cancelNotified = new Promise<void>((resolve) => {
      const forget = fixture.store.watch(({ kind }) => {
        if (kind !== 'executions' && kind !== 'anything') return
        forget()
        resolve()
      })
    })
    expect(await elsewhere.executions.requestCancel(bob, one.id, 5)).toBe(false)
    expect(await executions.cancelRequested([one.id, other.id])).toEqual([])
    // A listener with its own connection may start a moment later.
    while (!(await Promise.race([cancelNotified.then(() => true), soon()]))) {
      expect(await elsewhere.executions.requestCancel(ann, one.id, 5)).toBe(true)
    }
    expect(await executions.cancelRequested([one.id, other.id])).toEqual([one.id])
    expect(await executions.cancelRequested([])).toEqual([])
    expect(await executions.heartbeat(one.id)).toEqual({ cancelRequested: true })
    expect(await executions.heartbeat(other.id)).toEqual({ cancelRequested: false })
    await executions.finish({ ...one, status: 'cancelled', finishedAt: 9 })
    expect(await executions.cancelRequested([one.id])).toEqual([])
    expect(await elsewhere.executions.requestCancel(ann, one.id, 10)).toBe(false)
  })

  test('C6: an execution started by a person drops its outputs after a while and says so; one of a conversation does not', async () => {
    const tenant = await fixture.tenant()
    const { executions } = tenant
    const conversation = newConversation(fixture)
    await tenant.conversations.create(conversation)
    const outputs = [{ path: 'out.csv', sha256: 'a'.repeat(64), size: 4 }]
    const end = { status: 'ok', outputs, skipped: ended.skipped } as const
    const made = [
      newExecution(fixture, { ...end, startedAt: 1, finishedAt: 100 }),
      newExecution(fixture, { ...end, startedAt: 2, finishedAt: 101 }),
      newExecution(fixture, { ...end, conversationId: conversation.id, finishedAt: 1 }),
      newExecution(fixture, { ...end, startedAt: 3, finishedAt: 99 }),
    ]
    for (const one of made) await executions.create(one)
    const drop = (limit: number) =>
      executions.dropOutputs({ by: 100, why: 'it was kept for 30 days', limit })
    expect([await drop(1), await drop(5), await drop(5)]).toEqual([1, 1, 0])
    const [old, young, talked] = await Promise.all(made.map(({ id }) => executions.get(ann, id)))
    expect(old).toMatchObject({
      outputs: [],
      skipped: [...ended.skipped, { path: 'out.csv', why: 'it was kept for 30 days' }],
    })
    expect([young?.outputs, talked?.outputs]).toEqual([outputs, outputs])
  })

  test('lists contain the person’s own executions, newest first, without output text', async () => {
    const tenant = await fixture.tenant()
    const conversation = newConversation(fixture)
    await tenant.conversations.create(conversation)
    const skill = { skillId: 'skl_2' as SkillId, slug: 'b', digest: 'sha256:2' as RevisionDigest }
    const made = [
      newExecution(fixture, { startedAt: 1, conversationId: conversation.id }),
      newExecution(fixture, { startedAt: 2, skill }),
      newExecution(fixture, {
        startedAt: 3,
        skill: null,
        status: 'ok',
        finishedAt: 4,
        stdout: 'x',
      }),
      newExecution(fixture, { startedAt: 4, startedBy: bob }),
    ]
    for (const one of made) await tenant.executions.create(one)
    const at = async (filter: Parameters<typeof tenant.executions.list>[1]) => {
      const { items } = await tenant.executions.list(ann, filter, { limit: 10 })
      return items.map(({ startedAt }) => startedAt)
    }
    expect(await at({})).toEqual([3, 2, 1])
    expect(await at({ conversationId: conversation.id })).toEqual([1])
    expect(await at({ skillId: skill.skillId })).toEqual([2])
    expect(await at({ status: 'ok' })).toEqual([3])
    const first = await tenant.executions.list(ann, {}, { limit: 1 })
    expect(first.items[0]).toMatchObject({ startedAt: 3, stdout: '' })
    const cursor = first.nextCursor ?? undefined
    const rest = await tenant.executions.list(ann, {}, { limit: 5, cursor })
    expect(rest.items.map(({ startedAt }) => startedAt)).toEqual([2, 1])
    await tenant.conversations.remove(ann, conversation.id)
    expect(await at({})).toEqual([3, 2])
  })

  test('an output is readable by its person, by an existing path', async () => {
    const { executions, workspace } = await fixture.tenant()
    const bytes = new TextEncoder().encode('a,b\n')
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    await workspace.storeBlob(sha256, bytes)
    const one = newExecution(fixture, { outputs: [{ path: 'out.csv', sha256, size: 4 }] })
    await executions.create(one)
    expect(await executions.output(ann, one.id, 'out.csv')).toEqual(bytes)
    expect(await executions.output(ann, one.id, '../out.csv')).toBeNull()
    expect(await executions.output(bob, one.id, 'out.csv')).toBeNull()
  })

  test('it needs an existing conversation', async () => {
    const { executions } = await fixture.tenant()
    const of = newConversation(fixture).id
    const made = executions.create(newExecution(fixture, { conversationId: of }))
    expect(await rejection(made)).toBe('conversation.not-found')
  })
})

forEveryStore('secrets of skills', (fixture) => {
  const secret = (name: string, encrypted: string, updatedBy: UserId = ann) => ({
    ...{ name, encrypted, updatedBy },
    updatedAt: fixture.clock.now(),
  })

  test('C9: a secret belongs to one skill, is replaced by name, and is deleted with the skill', async () => {
    const { skills, skillSecrets } = await fixture.tenant()
    const outcomes = await skills.save([checkedContent('one'), checkedContent('two')], 'create')
    const [one, two] = outcomes.map((outcome) => ('skill' in outcome ? outcome.skill.id : null))
    if (!one || !two) throw new Error('both are saved')
    await skillSecrets.put(one, secret('TOKEN', 'sealed-1'), { kind: 'org' })
    await skillSecrets.put(one, secret('TOKEN', 'sealed-2', bob), { kind: 'org' })
    await skillSecrets.put(one, secret('A_KEY', 'sealed-3'), { kind: 'org' })
    expect(await skillSecrets.encrypted(one)).toEqual([
      { name: 'A_KEY', encrypted: 'sealed-3' },
      { name: 'TOKEN', encrypted: 'sealed-2' },
    ])
    expect(await skillSecrets.list(one)).toEqual([
      { name: 'A_KEY', updatedAt: fixture.clock.now(), updatedBy: ann },
      { name: 'TOKEN', updatedAt: fixture.clock.now(), updatedBy: bob },
    ])
    expect(await skillSecrets.encrypted(two)).toEqual([])
    await skillSecrets.put(two, secret('TOKEN', 'sealed-4'), { kind: 'org' })
    const ofBoth = [
      { skillId: one, name: 'A_KEY' },
      { skillId: one, name: 'TOKEN' },
      { skillId: two, name: 'TOKEN' },
    ]
    expect(await skillSecrets.names()).toEqual(
      one < two ? ofBoth : [ofBoth[2], ofBoth[0], ofBoth[1]],
    )
    const other = await fixture.tenant()
    expect(await other.skillSecrets.encrypted(one)).toEqual([])
    expect(await other.skillSecrets.names()).toEqual([])
    expect(await skillSecrets.remove(one, 'A_KEY')).toBe(true)
    expect(await skillSecrets.remove(one, 'A_KEY')).toBe(false)
    await skills.remove(ann, one)
    expect(await skillSecrets.encrypted(one)).toEqual([])
    expect(await skillSecrets.names()).toEqual([{ skillId: two, name: 'TOKEN' }])
    expect(await rejection(skillSecrets.put(one, secret('X', 'y'), { kind: 'org' }))).toBe(
      'skill.not-found',
    )
  })
})
