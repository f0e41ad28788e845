import type { SkillId } from '@repertoire/core/base'
import type { TenantStore } from '@repertoire/core/ports'
import { expect, test } from 'vitest'
import { databaseKinds } from './backends.ts'
import { startChild } from './child-process.ts'
import { allPages } from './expectations.ts'
import { ann, forEveryStore, newConversation, type StoreFixture } from './store-fixture.ts'

/** PostgreSQL survives a client's death by design; its rounds check that a batch is one transaction. */
const roundsOf = { SQLite: 5, PostgreSQL: 2, 'SQLite and a real S3': 0, 'in memory': 0 } as const

/** Lets the child write until it has acknowledged `acknowledgements` writes, then kills it midway. */
async function killedAfter(acknowledgements: number, input: unknown): Promise<string[]> {
  const child = startChild('./write-loop-child.ts', input)
  const lines: string[] = []
  for await (const line of child.lines) {
    lines.push(line)
    if (lines.length === acknowledgements) child.process.kill('SIGKILL')
  }
  const { errors } = await child.ended
  if (lines.length < acknowledgements) throw new Error(errors)
  return lines
}

async function checkNothingLost(tenant: TenantStore, acknowledged: readonly string[]) {
  const all = await allPages((page) => tenant.skills.list(ann, {}, page), 200)
  const slugs = new Set(all.map((skill) => `skill ${skill.slug}`))
  const lost = acknowledged.filter((line) => line.startsWith('skill') && !slugs.has(line))
  expect(lost).toEqual([])
  for (const { id, head, slug } of all) {
    const bytes = await tenant.skills.file(ann, id as SkillId, head.digest, 'a.txt')
    expect(bytes && new TextDecoder().decode(bytes)).toBe(slug)
    expect(await tenant.skills.content(ann, id, head.digest)).not.toBeNull()
  }
  const changes = await tenant.skills.changesAfter(0, 100_000)
  expect(changes.map((change) => change.seq)).toEqual(all.map((_, index) => index + 1))
}

async function checkLog(
  fixture: StoreFixture,
  tenant: TenantStore,
  acknowledged: readonly string[],
) {
  const [conversation] = (await tenant.conversations.list(ann, { limit: 1 })).items
  if (!conversation) throw new Error(`No conversation in ${fixture.kind.name}`)
  const heads = acknowledged.flatMap((line) => Number(/^head (\d+)$/.exec(line)?.[1] ?? 0))
  expect(conversation.headSeq).toBeGreaterThanOrEqual(Math.max(...heads))
  // A batch has three events: a head between two of them would be half a batch.
  expect(conversation.headSeq % 3).toBe(0)
  const range = { after: 0, limit: 100_000 }
  const log = await tenant.conversations.events(ann, conversation.id, range)
  expect(log.map((entry) => entry.seq)).toEqual(
    Array.from({ length: conversation.headSeq }, (_, index) => index + 1),
  )
}

forEveryStore(
  'kill -9',
  (fixture) => {
    const rounds = roundsOf[fixture.kind.name]
    test(`while writing, ${rounds} times: nothing acknowledged is lost, nothing is half-written`, async () => {
      const tenant = await fixture.tenant()
      const conversation = newConversation(fixture)
      await tenant.conversations.create(conversation)
      const acknowledged: string[] = []
      for (let round = 1; round <= rounds; round++) {
        const input = {
          dataDir: fixture.backend.dataDir,
          databaseUrl: fixture.backend.databaseUrl,
          round,
          tenantId: tenant.tenantId,
          conversationId: conversation.id,
          userId: ann,
        }
        acknowledged.push(...(await killedAfter(round * 3, input)))
        await checkLog(fixture, tenant, acknowledged)
        await checkNothingLost(tenant, acknowledged)
      }
    }, 180_000)
  },
  databaseKinds,
)
