import type { ToolTier } from '@repertoire/protocol'
import { describe, expect, it } from 'vitest'
import { constraintLabel, constraintsOf, grantState, mayBeGranted } from './grant-labels.ts'
import { isLower, ruleOptions, ruleWithout } from './rule-choice.ts'

describe('choosing a rule', () => {
  it('E6: warns of every rule that asks less than what holds', () => {
    expect(isLower('READ_ONLY', 'CONFIRM_ONCE')).toBe(true)
    expect(isLower('ALWAYS_CONFIRM', 'MANUAL_ONLY')).toBe(true)
    expect(isLower('MANUAL_ONLY', 'ALWAYS_CONFIRM')).toBe(false)
    expect(isLower('READ_ONLY', null)).toBe(true)
    expect(isLower(null, 'ALWAYS_CONFIRM')).toBe(true)
    expect(isLower('CONFIRM_ONCE', null)).toBe(false)
    expect(isLower(null, 'READ_ONLY')).toBe(false)
  })

  it('offers the tool’s own rule first', () => {
    const first = (...given: Parameters<typeof ruleWithout>) =>
      ruleOptions(ruleWithout(...given))[0]
    expect(first('run', 'ALWAYS_CONFIRM', {})).toEqual({
      value: '',
      label: 'Its own: Asks every time',
    })
    expect(first('run', null, { run: 'MANUAL_ONLY' })?.label).toBe('Its own rules')
  })

  it('E6: says when a tool follows the rule of its whole connector', () => {
    const set = { 'mcp__wiki__*': 'MANUAL_ONLY', mcp__wiki__find: 'READ_ONLY' } as const
    const without = (name: string) => ruleWithout(name, 'ALWAYS_CONFIRM', set)
    expect(without('mcp__wiki__find')).toEqual({ tier: 'MANUAL_ONLY', of: 'mcp__wiki__*' })
    expect(ruleOptions(without('mcp__wiki__find'))[0]?.label).toBe('As mcp__wiki__*: Only by hand')
    expect(without('mcp__wiki__*')).toEqual({ tier: 'ALWAYS_CONFIRM', of: null })
    expect(without('mcp__other__find')).toEqual({ tier: 'ALWAYS_CONFIRM', of: null })
    expect(ruleWithout('mcp__constructor', null, set)).toEqual({ tier: null, of: null })
  })
})

describe('the words of a grant', () => {
  it('E6: says what each argument may be', () => {
    expect(constraintLabel({})).toEqual(['Only without any arguments.'])
    expect(
      constraintLabel({
        to: { kind: 'one-of', values: ['a', 'b\u200b'] },
        amount: { kind: 'between', min: 1, max: 5 },
      }),
    ).toEqual(['to: one of "a", "b\u200b"', 'amount: a number from 1 to 5'])
  })

  it('E6: the same call again is every argument exactly as it was', () => {
    expect(constraintsOf({ to: 'a', amount: 5 })).toEqual({
      to: { kind: 'equals', value: 'a' },
      amount: { kind: 'equals', value: 5 },
    })
    expect(constraintsOf(null)).toEqual({})
  })

  it('E6: offers no tool for which a grant would never count', () => {
    const offered = (tier: ToolTier | null, name = 't') => mayBeGranted({ name, tier })
    for (const tier of [null, 'CONFIRM_ONCE', 'ALWAYS_CONFIRM'] as const) {
      expect(offered(tier)).toBe(true)
    }
    expect(offered('READ_ONLY')).toBe(false)
    expect(offered('MANUAL_ONLY')).toBe(false)
    expect(offered('ALWAYS_CONFIRM', 'mcp__bank__*')).toBe(false)
  })

  it('says whether it can still be used', () => {
    const grant = {
      ...{ id: 'tgr_1', tool: 't', identity: 'x', constraints: {}, max_uses: 2, uses: 0 },
      ...{ expires_at: '2026-01-02T00:00:00Z', agent_id: null, user_id: 'u', created_by: 'u' },
      ...{ created_at: '2026-01-01T00:00:00Z', revoked_at: null, revoked_by: null, lapsed: false },
    }
    const before = Date.parse('2026-01-01T12:00:00Z')
    expect(grantState(grant, before).label).toBe('Active')
    expect(grantState({ ...grant, lapsed: true }, before)).toMatchObject({
      ...{ label: 'Lapsed', usable: true },
    })
    expect(grantState({ ...grant, uses: 2 }, before).label).toBe('Used up')
    expect(grantState(grant, Date.parse(grant.expires_at)).label).toBe('Ended')
    expect(grantState({ ...grant, revoked_at: grant.created_at }, before).label).toBe('Revoked')
  })
})
