import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCallingModel } from '@repertoire/core/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, noPostgres, type TestDatabase } from '../testing/test-database.ts'
import { createRepertoire } from './create-repertoire.ts'

describe.skipIf(noPostgres)('createRepertoire on PostgreSQL', () => {
  let database: TestDatabase
  let dataDir: string
  beforeAll(async () => {
    database = await createTestDatabase('embedding')
    dataDir = mkdtempSync(join(tmpdir(), 'repertoire-embedded-'))
  })
  afterAll(async () => {
    await database.destroy()
    rmSync(dataDir, { recursive: true, force: true })
  })

  it('keeps the files of a conversation for the next start', { timeout: 60_000 }, async () => {
    const store = { databaseUrl: database.url, dataDir }
    // Longer than what is kept in the database itself.
    const content = 'hello'.repeat(5_000)
    const calls = [
      { id: 'write', name: 'write_file', input: { path: 'a.txt', content } },
      { id: 'read', name: 'read_file', input: { path: 'a.txt' } },
    ]
    const outcomes: unknown[] = []
    for (const call of calls) {
      const repertoire = await createRepertoire({ store, model: createCallingModel(call) })
      for await (const { event, data } of repertoire.ask('Go on.', { conversation: 'chat' })) {
        if (event === 'tool_completed') outcomes.push(data.outcome)
      }
      await repertoire.close()
    }
    expect(outcomes).toMatchObject([{ status: 'ok' }, { status: 'ok' }])
    expect(JSON.stringify(outcomes[1])).toContain('hellohello')
  })
})
