import { describe, expect, it } from 'vitest'
import type { RevisionDigest } from '../../base/ids.ts'
import { lastSeen } from './last-seen.ts'

/** Newest first, named by their digests. */
const chain = (...digests: string[]) =>
  digests.map((digest, index) => ({
    digest: digest as RevisionDigest,
    number: digests.length - index,
  }))
const read = (digest: string | null, ...written: number[]) => ({
  read: digest as RevisionDigest | null,
  written,
})

describe('what a conversation knows of a skill', () => {
  it('B3: who read or wrote the newest text knows it, also after edits of their own', () => {
    expect(lastSeen(chain('b', 'a'), read('b')).current).toBe(true)
    expect(lastSeen(chain('c', 'b', 'a'), read('a', 2, 3)).current).toBe(true)
    expect(lastSeen(chain('b', 'a'), read(null, 1, 2)).current).toBe(true)
  })

  it('B3: what somebody else wrote since is not known, though one’s own small edit came after it', () => {
    expect(lastSeen(chain('b', 'a'), read('a'))).toEqual({ current: false, number: 1 })
    expect(lastSeen(chain('c', 'b', 'a'), read('a', 3))).toEqual({ current: false, number: 1 })
    expect(lastSeen(chain('c', 'b', 'a'), read(null, 1, 3)).current).toBe(false)
  })

  it('B3: what others wrote before does not matter', () => {
    expect(lastSeen(chain('c', 'b', 'a'), read('b', 3)).current).toBe(true)
  })

  it('B3: who never looked means what they say', () => {
    expect(lastSeen(chain('b', 'a'), read(null))).toEqual({ current: true, number: null })
  })
})
