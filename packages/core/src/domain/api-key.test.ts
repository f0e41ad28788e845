import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ApiKeyId, UserId } from '../base/ids.ts'
import {
  type ApiKey,
  descendantsOf,
  type KeyLink,
  keyAuthority,
  keysEndAt,
  lineageOf,
  madeWith,
  maxKeyGenerations,
  mintedExpiry,
  parentOfMinted,
} from './api-key.ts'
import { narrowPermissions } from './permissions.ts'
import { permissions, roles } from './principal.ts'

function key(change: Partial<ApiKey> & { id?: string; parentId?: string | null } = {}): ApiKey {
  return {
    ...{ id: 'key_1', userId: 'usr_1' as UserId, name: 'k', publicId: 'rep_1' },
    ...{ scopes: permissions, createdAt: 0, lastUsedAt: null, expiresAt: null },
    ...{ parentId: null, createdBy: null, loginKeyId: null, ...change },
  } as ApiKey
}

const links = fc.record({
  member: fc.record({ role: fc.constantFrom(...roles) }),
  key: fc.option(
    fc
      .record({
        scopes: fc.subarray([...permissions]),
        createdAt: fc.integer({ min: 0, max: 50 }),
        expiresAt: fc.option(fc.integer({ min: 0, max: 100 })),
      })
      .map(key),
  ),
})
const chains = fc.array(links, { minLength: 1, maxLength: 6 })
const limits = fc.record({
  now: fc.integer({ min: 0, max: 120 }),
  maxAgeMs: fc.option(fc.integer({ min: 1, max: 60 })),
})

describe('what a key may do', () => {
  it('is never more than any credential it depends on may do at that time', () => {
    fc.assert(
      fc.property(chains, limits, (chain, now) => {
        const authority = keyAuthority(chain, now)
        if (!authority) return
        for (const link of chain) {
          expect(roles.indexOf(authority.role)).toBeGreaterThanOrEqual(
            roles.indexOf(link.member.role),
          )
          const own = narrowPermissions(link.member.role, link.key?.scopes ?? permissions)
          for (const permission of authority.permissions) expect(own).toContain(permission)
          expect(keyAuthority([link], now)).not.toBeNull()
        }
      }),
    )
  })

  it('ends with the first of them, by expiry or by age', () => {
    fc.assert(
      fc.property(chains, limits, (chain, { now, maxAgeMs }) => {
        const alone = (link: KeyLink) => keyAuthority([link], { now, maxAgeMs })
        const ended = keyAuthority(chain, { now, maxAgeMs }) === null
        expect(ended).toBe(chain.some((link) => alone(link) === null))
      }),
    )
  })

  it('is limited by the role of who minted it in a session', () => {
    const chain = [
      { member: { role: 'admin' as const }, key: key() },
      { member: { role: 'member' as const }, key: null },
    ]
    expect(keyAuthority(chain, { now: 1, maxAgeMs: null })).toMatchObject({ role: 'member' })
  })
})

describe('a minted key', () => {
  const ask = { expiresAt: null, now: 10, maxAgeMs: null, lineage: [] }
  const codeOf = (change: Partial<Parameters<typeof mintedExpiry>[0]>) => {
    try {
      return mintedExpiry({ ...ask, ...change })
    } catch (error) {
      return (error as { problem: { code: string } }).problem.code
    }
  }

  it('has the end of its parent unless an earlier one is asked for', () => {
    const lineage = [key({ expiresAt: 50 }), key({ expiresAt: 40 })]
    expect(codeOf({ lineage })).toBe(40)
    expect(codeOf({ lineage, expiresAt: 30 })).toBe(30)
    expect(codeOf({ lineage, expiresAt: 41 })).toBe('key.outlives-parent')
    expect(codeOf({ expiresAt: 10 })).toBe('key.expired-already')
    expect(codeOf({})).toBeNull()
  })

  it('has no end beyond the maximum age, and an aged parent ends it', () => {
    expect(codeOf({ maxAgeMs: 5, expiresAt: 16 })).toBe('key.age-exceeded')
    expect(codeOf({ maxAgeMs: 5, expiresAt: 15 })).toBe(15)
    expect(codeOf({ maxAgeMs: 20, lineage: [key({ createdAt: 1 })] })).toBe(21)
    expect(keysEndAt([key({ createdAt: 3 })], 7)).toBe(10)
  })

  it('is not the end of an endless chain', () => {
    const lineage = Array.from({ length: maxKeyGenerations }, () => key())
    expect(codeOf({ lineage })).toBe('key.too-many-generations')
    expect(codeOf({ lineage: lineage.slice(1) })).toBeNull()
  })

  it('depends on the key that made it, or on the person; a login does not escape a limit', () => {
    const id = 'key_1' as ApiKeyId
    const session = { kind: 'session', keyId: id } as const
    expect(parentOfMinted([key()], { kind: 'key', keyId: id })?.id).toBe(id)
    expect(parentOfMinted([key()], session)).toBeNull()
    expect(parentOfMinted([key()], { kind: 'session', keyId: null })).toBeNull()
    expect(parentOfMinted([key({ expiresAt: 9 })], session)?.id).toBe(id)
    expect(parentOfMinted([key({ parentId: 'key_0' as ApiKeyId })], session)?.id).toBe(id)
  })

  it('is traced to the key it was made with, also through logins', () => {
    const id = (name: string) => name as ApiKeyId
    const keys = [
      key({ id: id('stolen') }),
      key({ id: id('a'), loginKeyId: id('stolen') }),
      key({ id: id('b'), parentId: id('a') }),
      key({ id: id('c'), loginKeyId: id('b') }),
      key({ id: id('other') }),
    ]
    expect(madeWith(keys, [id('stolen')]).map((one) => one.id)).toEqual(['a', 'b', 'c'])
    expect(madeWith(keys, [id('other')])).toEqual([])
  })

  it('ends with every key above it', () => {
    const keys = [
      key({ id: 'a' as ApiKeyId }),
      key({ id: 'b' as ApiKeyId, parentId: 'a' as ApiKeyId }),
      key({ id: 'c' as ApiKeyId, parentId: 'b' as ApiKeyId }),
      key({ id: 'd' as ApiKeyId }),
    ]
    expect(descendantsOf(keys, ['a' as ApiKeyId]).map(({ id }) => id)).toEqual(['b', 'c'])
    expect(descendantsOf(keys, ['d' as ApiKeyId])).toEqual([])
    expect(lineageOf(keys, 'c' as ApiKeyId).map(({ id }) => id)).toEqual(['c', 'b', 'a'])
    expect(lineageOf(keys, null)).toEqual([])
  })
})
