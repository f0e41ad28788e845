import { describe, expect, it } from 'vitest'
import { argumentsDigest, type canonicalJson } from './resolved-call.ts'
import { configuredTier, isAtLeast, tierOfAnnotations, toolTiers } from './tool-tier.ts'

const sha256 = (data: string | Uint8Array) => `hash of ${data}`

describe('the default tier of a connector’s tool', () => {
  it.each([
    [{ readOnly: true }, 'READ_ONLY'],
    [{ readOnly: true, destructive: true }, 'READ_ONLY'],
    [{ destructive: false }, 'CONFIRM_ONCE'],
    [{ readOnly: false, destructive: false }, 'CONFIRM_ONCE'],
    [{ destructive: true }, 'ALWAYS_CONFIRM'],
    [{ readOnly: false }, 'ALWAYS_CONFIRM'],
    [{}, 'ALWAYS_CONFIRM'],
    [undefined, 'ALWAYS_CONFIRM'],
  ] as const)('E6: %j of a server the operator trusts is %s', (annotations, tier) => {
    expect(tierOfAnnotations(annotations, { trusted: true })).toBe(tier)
  })

  it.each([{ readOnly: true }, { destructive: false }, { destructive: true }, {}, undefined])(
    'E6: %j of an untrusted server counts as no annotation',
    (annotations) => {
      expect(tierOfAnnotations(annotations, { trusted: false })).toBe('ALWAYS_CONFIRM')
    },
  )
})

describe('the tier set by an organisation', () => {
  const settings = {
    toolTiers: {
      run_command: 'MANUAL_ONLY',
      'mcp__git__*': 'CONFIRM_ONCE',
      mcp__git__push: 'ALWAYS_CONFIRM',
    },
  } as const

  it('E6: applies to the tool of that exact name, or to all tools of a connector', () => {
    expect(configuredTier(settings, 'run_command')).toBe('MANUAL_ONLY')
    expect(configuredTier(settings, 'mcp__git__push')).toBe('ALWAYS_CONFIRM')
    expect(configuredTier(settings, 'mcp__git__status')).toBe('CONFIRM_ONCE')
  })

  it.each([
    ...['Run_command', 'run_command ', 'run', 'mcp__git', 'mcp__git__', 'mcp__gi__push'],
    ...['mcp__git-2__push', 'mcp__GIT__push', 'xmcp__git__push', 'constructor', '__proto__'],
  ])('E6: has no setting for %j', (name) => {
    expect(configuredTier(settings, name)).toBeNull()
  })
})

describe('digests of arguments', () => {
  it('E6: do not depend on the order of fields, only on values', () => {
    const digest = (given: Parameters<typeof canonicalJson>[0]) =>
      argumentsDigest('pay', given, sha256)
    expect(digest({ to: 'a', amount: 1 })).toBe(digest({ amount: 1, to: 'a' }))
    const others = [
      ...[{ to: 'a', amount: '1' }, { to: 'a', amount: 1, x: null }, { to: 'a' }, { to: 'а' }],
      ...[[{ to: 'a', amount: 1 }], { to: { a: 1 } }, null, 'x'],
    ]
    const digests = others.map((one) => digest(one as Parameters<typeof canonicalJson>[0]))
    expect(new Set([...digests, digest({ to: 'a', amount: 1 })]).size).toBe(others.length + 1)
    expect(argumentsDigest('pay', {}, sha256)).not.toBe(argumentsDigest('pay2', {}, sha256))
  })

  it('tiers are ordered', () => {
    expect(toolTiers.map((tier) => isAtLeast(tier, 'ALWAYS_CONFIRM'))).toEqual([
      false,
      false,
      true,
      true,
    ])
  })
})
