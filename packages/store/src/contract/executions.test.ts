import { createHash } from 'node:crypto'
import type { Execution, ExecutionId, RevisionDigest, SkillId, UserId } from '@repertoire/core'
import { expect, test } from 'vitest'
import { arrival } from './arrivals.ts'
import { refusal } from './expectations.ts'
import { ann, bob, forEveryStore, newConversation, type World } from './world.ts'

function newExecution(world: World, change: Partial<Execution> = {}): Execution {
  return {
    id: world.id('exe') as ExecutionId,
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
    startedAt: world.clock.now(),
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

forEveryStore('executions', (world) => {
  test('one is there as it was begun, goes on, and as it ended; only its person sees it', async () => {
    const { executions } = await world.tenant()
    const begun = newExecution(world)
    await executions.create(begun, 100)
    expect(await executions.get(ann, begun.id)).toEqual(begun)
    await executions.renew(begun.id, { alive: 200, running: true })
    expect(await executions.get(ann, begun.id)).toEqual({ ...begun, status: 'running' })
    const end: Execution = { ...begun, ...ended, finishedAt: 9 }
    expect(await executions.finish(end)).toBe(true)
    expect(await executions.get(ann, begun.id)).toEqual(end)
    expect(await executions.get(bob, begun.id)).toBeNull()
    const other = await world.tenant()
    expect(await other.executions.get(ann, begun.id)).toBeNull()
  })

  test('C5: it is begun once and ends once, whoever tries', async () => {
    const { executions } = await world.tenant()
    const one = newExecution(world)
    await executions.create(one, 100)
    expect(await refusal(executions.create(one, 100))).toBe('execution.exists')
    expect(await executions.finish({ ...one, status: 'cancelled', finishedAt: 1 })).toBe(true)
    expect(await executions.finish({ ...one, status: 'ok', finishedAt: 2 })).toBe(false)
    await executions.renew(one.id, { alive: 500, running: true })
    expect(await executions.get(ann, one.id)).toMatchObject({ status: 'cancelled', finishedAt: 1 })
    expect(await refusal(executions.create(one, 100))).toBe('execution.exists')
  })

  test('those whose process is dead are interrupted, no others', async () => {
    const { executions } = await world.tenant()
    const all = ['dead', 'alive', 'over'].map(() => newExecution(world))
    const [dead, alive, over] = all as [Execution, Execution, Execution]
    await executions.create(dead, 100)
    await executions.create(alive, 100)
    await executions.create(over, 100)
    await executions.renew(alive.id, { alive: 101 })
    await executions.finish({ ...over, status: 'ok', finishedAt: 50 })
    expect(await executions.interruptDead(99)).toBe(0)
    expect(await executions.interruptDead(100)).toBe(1)
    expect(await executions.get(ann, dead.id)).toMatchObject({
      status: 'interrupted',
      finishedAt: 100,
    })
    expect(await executions.get(ann, alive.id)).toMatchObject({ status: 'queued' })
    expect(await executions.finish({ ...dead, status: 'ok', finishedAt: 120 })).toBe(false)
  })

  test('a list is the person’s own, newest first, without what was printed', async () => {
    const tenant = await world.tenant()
    const conversation = newConversation(world)
    await tenant.conversations.create(conversation)
    const skill = { skillId: 'skl_2' as SkillId, slug: 'b', digest: 'sha256:2' as RevisionDigest }
    const made = [
      newExecution(world, { startedAt: 1, conversationId: conversation.id }),
      newExecution(world, { startedAt: 2, skill }),
      newExecution(world, { startedAt: 3, skill: null, status: 'ok', finishedAt: 4, stdout: 'x' }),
      newExecution(world, { startedAt: 4, startedBy: bob }),
    ]
    for (const one of made) await tenant.executions.create(one, 100)
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

  test('an output is its person’s to read, by a path it has', async () => {
    const { executions, workspace } = await world.tenant()
    const bytes = new TextEncoder().encode('a,b\n')
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    await workspace.keep(sha256, bytes)
    const one = newExecution(world, { outputs: [{ path: 'out.csv', sha256, size: 4 }] })
    await executions.create(one, 100)
    expect(await executions.output(ann, one.id, 'out.csv')).toEqual(bytes)
    expect(await executions.output(ann, one.id, '../out.csv')).toBeNull()
    expect(await executions.output(bob, one.id, 'out.csv')).toBeNull()
  })

  test('it is of a conversation that is there', async () => {
    const { executions } = await world.tenant()
    const of = newConversation(world).id
    const made = executions.create(newExecution(world, { conversationId: of }), 100)
    expect(await refusal(made)).toBe('conversation.not-found')
  })
})

forEveryStore('secrets of skills', (world) => {
  const secret = (name: string, sealed: string, updatedBy: UserId = ann) => ({
    ...{ name, sealed, updatedBy },
    updatedAt: world.clock.now(),
  })

  test('C9: each is one skill’s, is replaced by name, and goes with the skill', async () => {
    const { skills, skillSecrets } = await world.tenant()
    const outcomes = await skills.save([arrival('one'), arrival('two')], 'create')
    const [one, two] = outcomes.map((outcome) => ('skill' in outcome ? outcome.skill.id : null))
    if (!one || !two) throw new Error('both are saved')
    await skillSecrets.put(one, secret('TOKEN', 'sealed-1'))
    await skillSecrets.put(one, secret('TOKEN', 'sealed-2', bob))
    await skillSecrets.put(one, secret('A_KEY', 'sealed-3'))
    expect(await skillSecrets.sealed(one)).toEqual([
      { name: 'A_KEY', sealed: 'sealed-3' },
      { name: 'TOKEN', sealed: 'sealed-2' },
    ])
    expect(await skillSecrets.list(one)).toEqual([
      { name: 'A_KEY', updatedAt: world.clock.now(), updatedBy: ann },
      { name: 'TOKEN', updatedAt: world.clock.now(), updatedBy: bob },
    ])
    expect(await skillSecrets.sealed(two)).toEqual([])
    const other = await world.tenant()
    expect(await other.skillSecrets.sealed(one)).toEqual([])
    expect(await skillSecrets.remove(one, 'A_KEY')).toBe(true)
    expect(await skillSecrets.remove(one, 'A_KEY')).toBe(false)
    await skills.remove(ann, one)
    expect(await skillSecrets.sealed(one)).toEqual([])
    expect(await refusal(skillSecrets.put(one, secret('X', 'y')))).toBe('skill.not-found')
  })
})
