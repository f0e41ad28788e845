import type { PendingRevisionWithFiles, ReviewState } from '@repertoire/core/domain'
import { collectBlobs } from '@repertoire/core/keep'
import type { TenantStore } from '@repertoire/core/ports'
import { expect, test } from 'vitest'
import { sha256 } from './backends.ts'
import { checkedContent } from './checked-content.ts'
import { noAudit, toHold } from './pending-revision-fixture.ts'
import { ann, forEveryStore } from './store-fixture.ts'

const graceMs = 24 * 60 * 60_000
const decision = { by: ann, note: '', now: 9 } as const
const withFile = (slug: string, text: string) => checkedContent(slug, { files: { 'x.txt': text } })

async function textOf(
  { reviews }: TenantStore,
  { held }: PendingRevisionWithFiles,
): Promise<string> {
  return new TextDecoder().decode((await reviews.file(held.id, 'imports', 'x.txt')) ?? undefined)
}

async function usedBytes(tenant: TenantStore): Promise<number> {
  const usage = await tenant.quotas.usage(ann, 1)
  return usage.find(({ quota }) => quota === 'bytes')?.organisation ?? 0
}

forEveryStore('C6: files of held arrivals', (fixture) => {
  async function holding(...items: readonly PendingRevisionWithFiles[]) {
    const tenant = await fixture.tenant()
    for (const item of items) await tenant.reviews.hold([item])
    return tenant
  }

  /** Collects after the grace period until nothing more can be removed. */
  async function collectAll({ blobs }: TenantStore): Promise<void> {
    for (let pass = 0; pass < 2; pass += 1) {
      fixture.clock.advance(2 * graceMs)
      await collectBlobs(blobs, { clock: fixture.clock, graceMs })
    }
  }

  test('stay while somebody may still approve them', async () => {
    const items = ['held', 'quarantined', 'rejected'].map((slug) =>
      toHold(fixture, withFile(slug, `of ${slug}`)),
    )
    const tenant = await holding(...items)
    for (const { held } of items.slice(1)) {
      const to = held.slug as ReviewState
      await tenant.reviews.decide(held.id, { ...decision, from: ['held'], to })
    }
    await collectAll(tenant)
    for (const item of items) expect(await textOf(tenant, item)).toBe(`of ${item.held.slug}`)
  })

  test('stay with the skill that an approval makes of them', async () => {
    const given = withFile('deploy', 'approved text')
    const item = toHold(fixture, given)
    const tenant = await holding(item)
    // A collection overlapped with what follows: no page of rows contained the file.
    await tenant.blobs.mark([sha256('approved text')], fixture.clock.now())
    const approval = {
      ...decision,
      arrival: given,
      expectedHead: null,
      enable: true,
      auditOf: noAudit,
    }
    const outcome = await tenant.reviews.approve(item.held.id, approval)
    if (outcome.status !== 'approved') throw new Error('not approved')
    await collectAll(tenant)
    const { id, head } = outcome.skill
    const bytes = await tenant.skills.file(ann, id, head.digest, 'x.txt')
    expect(new TextDecoder().decode(bytes ?? undefined)).toBe('approved text')
  })

  test('go with what a newer one superseded, and count no longer', async () => {
    const older = toHold(fixture, withFile('deploy', 'the older text'))
    const newer = toHold(fixture, withFile('deploy', 'the newer text'))
    const tenant = await holding(older)
    const before = await usedBytes(tenant)
    await tenant.reviews.hold([newer])
    expect(await usedBytes(tenant)).toBe(before)
    await collectAll(tenant)
    expect(await textOf(tenant, newer)).toBe('the newer text')
    expect(await tenant.blobs.storedAt(sha256('the older text'))).toBeNull()
  })

  test('go some time after a rejection, which stays known and cannot be taken back', async () => {
    const items = ['early', 'late'].map((slug) =>
      toHold(fixture, withFile(slug, `text of ${slug}`)),
    )
    const tenant = await holding(...items)
    const [early, late] = items as [PendingRevisionWithFiles, PendingRevisionWithFiles]
    const { reviews, blobs } = tenant
    const reject = { ...decision, from: ['held'], to: 'rejected' } as const
    await reviews.decide(early.held.id, { ...reject, now: 100 })
    await reviews.decide(late.held.id, { ...reject, now: 101 })
    expect(await reviews.dropRejected(100, 50)).toBe(1)
    expect(await reviews.dropRejected(100, 50)).toBe(0)
    const bytes = late.held.manifest.reduce((sum, { size }) => sum + size, 0)
    expect(await usedBytes(tenant)).toBe(bytes)
    await collectAll(tenant)
    expect(await blobs.storedAt(sha256('text of early'))).toBeNull()
    expect(await textOf(tenant, late)).toBe('text of late')
    expect(await reviews.isRejected(early.held.digest)).toBe(true)
    const back = { ...decision, from: ['rejected'], to: 'held' } as const
    expect(await reviews.decide(early.held.id, back)).toBeNull()
    expect((await reviews.decide(late.held.id, back))?.state).toBe('held')
  })

  test('count once when they become a skill', async () => {
    const given = withFile('deploy', 'text')
    const item = toHold(fixture, given)
    const tenant = await holding(item)
    const before = await usedBytes(tenant)
    const approval = {
      ...decision,
      arrival: given,
      expectedHead: null,
      enable: false,
      auditOf: noAudit,
    }
    await tenant.reviews.approve(item.held.id, approval)
    expect(await usedBytes(tenant)).toBe(before)
  })
})
