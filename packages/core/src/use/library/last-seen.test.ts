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

describe('the last revision a conversation has seen', () => {
  it('B3: is current after reading or writing the newest text, also after own edits', () => {
    expect(lastSeen(chain('b', 'a'), read('b')).current).toBe(true)
    expect(lastSeen(chain('c', 'b', 'a'), read('a', 2, 3)).current).toBe(true)
    expect(lastSeen(chain('b', 'a'), read(null, 1, 2)).current).toBe(true)
  })

  it('B3: is not current after another writer, even with an own later edit', () => {
    expect(lastSeen(chain('b', 'a'), read('a'))).toEqual({ current: false, number: 1 })
    expect(lastSeen(chain('c', 'b', 'a'), read('a', 3))).toEqual({ current: false, number: 1 })
    expect(lastSeen(chain('c', 'b', 'a'), read(null, 1, 3)).current).toBe(false)
  })

  it('B3: ignores earlier revisions of others', () => {
    expect(lastSeen(chain('c', 'b', 'a'), read('b', 3)).current).toBe(true)
  })

  it('B3: is current when the conversation never read the skill', () => {
    expect(lastSeen(chain('b', 'a'), read(null))).toEqual({ current: true, number: null })
  })
})
