import { createHash } from 'node:crypto'
import type { Sha256 } from '@repertoire/core/base'
import { bringSamples, type SyncDeps } from '@repertoire/core/ingest'
import type { TenantStore } from '@repertoire/core/ports'
import { expect, test } from 'vitest'
import { cleanTrust } from './pending-revision-fixture.ts'
import { ann, forEveryStore, type StoreFixture } from './store-fixture.ts'

const sha256: Sha256 = (data) => createHash('sha256').update(data).digest('hex')
const names = ['a', 'b', 'c', 'd', 'e', 'f']

function depsOf(fixture: StoreFixture, store: TenantStore): SyncDeps {
  const item = (name: string) => {
    const text = `---\nname: ${name}\ndescription: Use for ${name}.\n---\nDo it.\n`
    const bytes = new TextEncoder().encode(text)
    const files = [{ path: 'SKILL.md', bytes, executable: false }]
    return { id: name, files, licences: [], diagnostics: [] }
  }
  return {
    ...{ store, sha256, clock: fixture.clock, random: () => 0.5, tokenOf: async () => null },
    ids: { next: (prefix) => fixture.id(prefix), traceId: () => '0'.repeat(32) },
    yieldToEventLoop: async () => undefined,
    every: () => () => undefined,
    judge: {
      ruleset: async () => 'rules-1',
      judge: async () => cleanTrust,
      policiesOn: async () => ({
        licence: { decision: 'allowed', reason: 'It is ours.' },
        isSignatureRequired: false,
        scanPolicy: { preset: 'balanced', severities: {} },
      }),
    },
    reader: {
      open: async () => ({
        ...{ status: 'changed', version: '1.0', notices: [], close: async () => undefined },
        entries: names.map((name) => ({ id: name, token: name })),
        read: async function* (ids) {
          for (const id of ids) yield item(id)
        },
      }),
    },
  }
}

function bring(fixture: StoreFixture, store: TenantStore) {
  return bringSamples(depsOf(fixture, store), {
    ...{ owner: ann, version: '1.0', attempt: fixture.id('syn'), traceId: '0'.repeat(32) },
    signal: new AbortController().signal,
  })
}

async function outcome(store: TenantStore) {
  const { items } = await store.skills.list(ann, {}, { limit: 50 })
  const held = await store.reviews.list({ audience: 'server' }, { limit: 50 })
  const records = await store.sources.allItems((await store.sources.list())[0]!.id)
  return {
    slugs: items.map(({ slug, enabled }) => `${slug} ${enabled}`),
    approved: held.items.map(({ state, skillId }) => `${state} ${skillId}`).toSorted(),
    applied: records.map(({ skillId, digest, appliedDigest }) => [
      skillId,
      digest === appliedDigest,
    ]),
    ids: items.map(({ id }) => id),
  }
}

forEveryStore('A9: the samples', (fixture) => {
  test('two servers that start at once bring each of them once', async () => {
    const first = await fixture.tenant()
    const another = (await fixture.openAnother()).tenant(first.tenantId)
    await Promise.all([bring(fixture, first), bring(fixture, another), bring(fixture, first)])
    await bring(fixture, another)
    const { slugs, approved, applied, ids } = await outcome(first)
    expect(slugs).toEqual(names.map((name) => `sample-${name} true`))
    expect(approved).toEqual(ids.map((id) => `approved ${id}`).toSorted())
    expect(applied).toEqual(ids.map((id) => [id, true]))
  })

  test('each organisation has its own', async () => {
    const [one, other] = [await fixture.tenant(), await fixture.tenant()]
    await bring(fixture, one)
    await bring(fixture, other)
    const [mine, theirs] = [await outcome(one), await outcome(other)]
    expect(theirs.slugs).toEqual(mine.slugs)
    expect(theirs.ids.filter((id) => mine.ids.includes(id))).toEqual([])
  })
})
