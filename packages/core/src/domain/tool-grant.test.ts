import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AgentId, ToolGrantId, UserId } from '../base/ids.ts'
import type { JsonValue } from '../base/json.ts'
import { builtInIdentity } from './resolved-call.ts'
import { grantMatches, isUsable, type ToolGrant } from './tool-grant.ts'

const grant: ToolGrant = {
  ...{ id: 'tgr_1' as ToolGrantId, tool: 'pay', identity: builtInIdentity },
  constraints: {
    to: { kind: 'one-of', values: ['a', 'b', { iban: 'x', bic: 1 }] },
    amount: { kind: 'between', min: 1, max: 50 },
    memo: { kind: 'any' },
    currency: { kind: 'equals', value: 'EUR' },
    force: { kind: 'absent' },
  },
  ...{ maxUses: 2, uses: 0, expiresAt: 100, agentId: null, userId: 'usr_1' as UserId },
  ...{ createdBy: 'usr_2' as UserId, createdAt: 0, revokedAt: null, revokedBy: null },
}
const good = { to: 'a', amount: 50, currency: 'EUR' }

function covered(given: JsonValue, change: Partial<ToolGrant> = {}): boolean {
  const call = { tool: 'pay', identity: builtInIdentity, arguments: given, argumentsDigest: '' }
  const matter = { call, agentId: 'agt_1' as AgentId, userId: 'usr_1' as UserId }
  return grantMatches({ ...grant, ...change }, matter)
}

describe('calls that a grant covers', () => {
  it.each([
    good,
    { ...good, memo: { anything: ['goes'] } },
    { ...good, amount: 1 },
    { ...good, to: { bic: 1, iban: 'x' } },
  ])('E6: %j', (given) => {
    expect(covered(given)).toBe(true)
  })

  it.each<[JsonValue]>([
    [{ ...good, amount: 50.01 }],
    [{ ...good, amount: 0 }],
    [{ ...good, amount: -1 }],
    [{ ...good, amount: '5' }],
    [{ ...good, amount: [5] }],
    [{ ...good, amount: null }],
    [{ ...good, to: 'A' }],
    [{ ...good, to: ['a'] }],
    [{ ...good, to: { iban: 'x', bic: 1, extra: 0 } }],
    [{ ...good, currency: 'eur' }],
    [{ ...good, force: false }],
    [{ ...good, force: null }],
    [{ ...good, other: 1 }],
    [{ to: 'a', amount: 5 }],
    [JSON.parse('{"to":"a","amount":5,"currency":"EUR","__proto__":{}}') as JsonValue],
    [JSON.parse('{"to":"a","amount":5,"currency":"EUR","constructor":1}') as JsonValue],
    [[good]],
    [null],
    ['EUR'],
    [5],
  ])('E6: not %j', (given) => {
    expect(covered(given)).toBe(false)
  })

  it('E6: covers no other tool, person, agent or identity', () => {
    expect(covered(good, { tool: 'Pay' })).toBe(false)
    expect(covered(good, { userId: 'usr_2' as UserId })).toBe(false)
    expect(covered(good, { agentId: 'agt_2' as AgentId })).toBe(false)
    expect(covered(good, { agentId: 'agt_1' as AgentId })).toBe(true)
    expect(covered(good, { identity: 'sha256:other' })).toBe(false)
  })

  it('E6: without constraints covers only a call without arguments', () => {
    expect(covered({}, { constraints: {} })).toBe(true)
    fc.assert(
      fc.property(fc.dictionary(fc.string({ minLength: 1 }), fc.jsonValue()), (given) => {
        expect(covered(given as JsonValue, { constraints: {} })).toBe(
          Object.keys(given).length === 0,
        )
      }),
    )
  })

  it('is usable until it is used up, revoked or expired', () => {
    expect(isUsable(grant, 99)).toBe(true)
    expect(isUsable(grant, 100)).toBe(false)
    expect(isUsable({ ...grant, uses: 2 }, 0)).toBe(false)
    expect(isUsable({ ...grant, revokedAt: 1 }, 0)).toBe(false)
  })
})
