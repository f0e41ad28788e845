import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Sha256 } from '../../base/sha256.ts'
import type { SourceCommit } from '../../domain/source-commit.ts'
import { createSyncFixture, entryFiles } from '../../testing/sync-fixture.ts'

const sha256: Sha256 = (data) => createHash('sha256').update(data).digest('hex')
const commit: SourceCommit = { id: 'c0ffee', subject: 'Better', author: 'Ann', at: 1 }

describe('A10: the commits of an update', () => {
  it('A10: are asked for since the version of the content here, and kept with what waits; a new skill has none', async () => {
    const fixture = await createSyncFixture(sha256)
    const { store, held, approve, sync, offer } = fixture
    const asked: (readonly string[])[] = []
    const commits = (id: string, since: string) => {
      asked.push([id, since])
      return [commit]
    }
    const waiting = async () => {
      const [one] = await held()
      return one && store.reviews.get(one.id, 'imports')
    }
    offer('one', { a: entryFiles('a') }, { commits })
    await sync()
    const first = await waiting()
    expect([first?.commits, asked]).toEqual([[], []])
    await approve(first ?? undefined)
    offer('two', { a: entryFiles('a', 'Slightly better.') }, { commits })
    await sync()
    offer('three', { a: entryFiles('a', 'Better.') }, { commits })
    await sync()
    expect((await waiting())?.commits).toEqual([commit])
    expect(asked).toEqual([
      ['a', 'one'],
      ['a', 'one'],
    ])
  })
})
