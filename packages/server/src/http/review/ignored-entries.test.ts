import type { IgnoredEntryBody, IgnoredEntryList, PendingRevisionBody } from '@repertoire/protocol'
import { describe, expect, it } from 'vitest'
import { cleanSkill, createSourceServer } from '../../testing/source-fixtures.ts'

describe('A10: ignoring over REST', () => {
  it('A10: a skill of a source is ignored, listed with who and why, and comes back after that is undone', async () => {
    const server = await createSourceServer()
    const source = await server.synced('one', { a: cleanSkill('a'), b: cleanSkill('b') })
    const { a: waiting } = await server.held()
    const path = `/api/v1/skills/sources/${source.id}/ignored`
    const made = await server.call<IgnoredEntryBody>(path, { body: { path: 'a', reason: 'Old.' } })
    expect(made).toMatchObject({ status: 201, body: { path: 'a', digest: null, reason: 'Old.' } })
    expect(Object.keys(await server.held())).toEqual(['b'])
    const ended = await server.call<PendingRevisionBody>(`/api/v1/reviews/${waiting?.id}`)
    expect(ended.body).toMatchObject({ state: 'superseded' })
    const listed = await server.call<IgnoredEntryList>(path)
    expect(listed.body.items).toEqual([made.body])
    expect(made.body.by_name).not.toBeNull()
    const one = `${path}/${made.body.id}`
    expect((await server.call(one, { method: 'DELETE' })).status).toBe(204)
    await server.sync(source.id)
    expect(Object.keys(await server.held()).toSorted()).toEqual(['a', 'b'])
    expect((await server.call(one, { method: 'DELETE' })).body.code).toBe(
      'source.ignored-not-found',
    )
  })

  it('A10: a member may read, and not ignore', async () => {
    const server = await createSourceServer()
    const source = await server.synced('one', { a: cleanSkill('a') })
    const { key } = await server.addMember('member')
    const path = `/api/v1/skills/sources/${source.id}/ignored`
    expect((await server.call(path, { key })).status).toBe(200)
    expect((await server.call(path, { body: { path: 'a' }, key })).status).toBe(403)
    expect(Object.keys(await server.held())).toEqual(['a'])
  })
})
