import { describe, expect, it } from 'vitest'
import { argumentsDigest, type canonicalJson } from './resolved-call.ts'
import { configuredTier, isAtLeast, tierOfAnnotations, toolTiers } from './tool-tier.ts'

const sha256 = (data: string | Uint8Array) => `hash of ${data}`

describe('the tier a connector’s tool has by itself', () => {
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
    expect(tierOfAnnotations(annotations, true)).toBe(tier)
  })

  it.each([{ readOnly: true }, { destructive: false }, { destructive: true }, {}, undefined])(
    'E6: %j of a stranger is what a tool without annotations gets',
    (annotations) => {
      expect(tierOfAnnotations(annotations, false)).toBe('ALWAYS_CONFIRM')
    },
  )
})

describe('what an organisation sets', () => {
  const settings = {
    toolTiers: {
      run_command: 'MANUAL_ONLY',
      'mcp__git__*': 'CONFIRM_ONCE',
      mcp__git__push: 'ALWAYS_CONFIRM',
    },
  } as const

  it('E6: holds for the tool of that very name, and for all tools of a connector', () => {
    expect(configuredTier(settings, 'run_command')).toBe('MANUAL_ONLY')
    expect(configuredTier(settings, 'mcp__git__push')).toBe('ALWAYS_CONFIRM')
    expect(configuredTier(settings, 'mcp__git__status')).toBe('CONFIRM_ONCE')
  })

  it.each([
    ...['Run_command', 'run_command ', 'run', 'mcp__git', 'mcp__git__', 'mcp__gi__push'],
    ...['mcp__git-2__push', 'mcp__GIT__push', 'xmcp__git__push', 'constructor', '__proto__'],
  ])('E6: says nothing about %j', (name) => {
    expect(configuredTier(settings, name)).toBeNull()
  })
})

describe('exact arguments', () => {
  it('E6: are the same in whatever order their fields were written, and otherwise not', () => {
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

  it('tiers are in order', () => {
    expect(toolTiers.map((tier) => isAtLeast(tier, 'ALWAYS_CONFIRM'))).toEqual([
      false,
      false,
      true,
      true,
    ])
  })
})
