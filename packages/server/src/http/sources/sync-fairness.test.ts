import type { SourceId, TenantId } from '@repertoire/core/base'
import type { SourceBody } from '@repertoire/protocol'
import { describe, expect, it } from 'vitest'
import { cleanSkill, createSourceServer, repository } from '../../testing/source-fixtures.ts'

describe('syncs of several organisations', () => {
  it('an organisation with sources that never end does not keep another from its own', async () => {
    const server = await createSourceServer()
    const other = await server.addTenant()
    const release = Promise.withResolvers<void>()
    const underway = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let begun = 0
    const beforeRead = () => {
      underway[begun]?.resolve()
      begun += 1
      return release.promise
    }
    const start = (tenantId: TenantId, id: string) => {
      const request = { id: id as SourceId, traceId: server.app.ids.traceId(), isForced: false }
      return server.app.sources.start(tenantId, request)
    }
    for (const name of ['slow-one', 'slow-two', 'slow-three', 'slow-four']) {
      const skills = { [name]: cleanSkill(name) }
      server.reader.offer(repository(name), { version: 'one', skills, beforeRead })
      await start(server.tenantId, (await server.addSource(name)).id)
    }
    await Promise.all(underway.map(({ promise }) => promise))

    server.offer('quick', 'one', { quick: cleanSkill('quick') })
    const body = { name: 'quick', source_type: 'github', config: { repo: 'acme/quick' } }
    const path = '/api/v1/skills/sources'
    const { id } = (await server.call<SourceBody>(path, { body, key: other.key })).body
    const request = { id: id as SourceId, traceId: server.app.ids.traceId(), isForced: false }
    await server.app.sources.sync(other.tenantId, request)
    const shown = await server.call<SourceBody>(`${path}/${id}`, { key: other.key })
    expect(shown.body.last_sync_status).toBe('ok')
    // Two read on, as many as an organisation has places.
    expect(begun).toBe(2)
    release.resolve()
    await server.app.sources.idle()
    expect(begun).toBe(4)
  })
})
