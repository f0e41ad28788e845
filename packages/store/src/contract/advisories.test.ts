import type { RevisionDigest } from '@repertoire/core/base'
import type { AdvisoryList } from '@repertoire/core/domain'
import { expect, test } from 'vitest'
import { ann, bob, forEveryStore } from './store-fixture.ts'

const list: AdvisoryList = {
  ...{ owner: 'organisation', url: 'https://example.com/list.json', sha256: 'a', takenAt: 1 },
  ...{ signer: { name: 'Team', pem: 'pem', identity: null }, checkedAt: 1, problem: null },
  content: { serial: 3, expiresAt: null, advisories: [] },
}
const withSerial = (serial: number): AdvisoryList => ({
  ...list,
  ...{ sha256: `of ${serial}`, content: { serial, expiresAt: null, advisories: [] } },
})

forEveryStore('advisories', (fixture) => {
  test('A10: a check that began with an older list does not put it in place of a newer one', async () => {
    const { advisories } = await fixture.tenant()
    await advisories.put(list)
    expect(await advisories.record(withSerial(5))).toBe(true)
    expect(await advisories.record(withSerial(4))).toBe(false)
    expect(await advisories.lists()).toEqual([withSerial(5)])
  })

  test('A10: nor one of another address or signer, or whose subscription ended', async () => {
    const { advisories } = await fixture.tenant()
    expect(await advisories.record(withSerial(5))).toBe(false)
    await advisories.put(list)
    const moved = { ...withSerial(5), url: 'https://example.org/list.json' }
    const resigned = { ...withSerial(5), signer: { ...list.signer, pem: 'other' } }
    expect([await advisories.record(moved), await advisories.record(resigned)]).toEqual([
      ...[false, false],
    ])
    expect(await advisories.lists()).toEqual([list])
  })

  test('A10: the operator’s list is beside the organisation’s and first', async () => {
    const { advisories } = await fixture.tenant()
    const operator = { ...list, owner: 'operator' } as const
    await advisories.put(list)
    await advisories.put(operator)
    expect(await advisories.lists()).toEqual([operator, list])
    expect(await advisories.remove('operator')).toBe(true)
    expect(await advisories.remove('operator')).toBe(false)
    expect(await advisories.lists()).toEqual([list])
  })

  test('A10: there is one exception for a content, the last', async () => {
    const { advisories } = await fixture.tenant()
    const digest = 'sha256:a' as RevisionDigest
    const first = { digest, advisoryIds: ['one'], reason: 'First.', by: ann, at: 1 }
    const last = { digest, advisoryIds: ['one', 'two'], reason: 'Last.', by: bob, at: 2 }
    await advisories.except(first)
    await advisories.except(last)
    expect(await advisories.exceptions()).toEqual([last])
  })
})
