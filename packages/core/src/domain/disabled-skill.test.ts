import { describe, expect, it } from 'vitest'
import type { UserId } from '../base/ids.ts'
import { disabledSkill } from './disabled-skill.ts'

describe('the refusal of a disabled skill', () => {
  it('says who can enable it, and where', () => {
    const off = { slug: 'deploy', enabled: false }
    expect(disabledSkill({ ...off, scope: { kind: 'org' } }).hint).toBe(
      'On its page in the library, an owner or admin can enable it, unless its content was revoked. Until then, go on without it.',
    )
    const own = { ...off, scope: { kind: 'user', userId: 'usr_1' as UserId } } as const
    expect(disabledSkill(own, 'conflict')).toMatchObject({
      ...{ code: 'skill.disabled', kind: 'conflict', details: { slug: 'deploy' } },
      hint: expect.stringContaining('the person whose skill it is can enable it'),
    })
  })

  it('says so of an archived one', () => {
    const { message, hint } = disabledSkill({ slug: 'a', enabled: true, scope: { kind: 'org' } })
    expect([message, hint]).toEqual([
      expect.stringContaining('is archived'),
      expect.stringContaining('unarchive it'),
    ])
  })
})
