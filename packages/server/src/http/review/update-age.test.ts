import type { ProblemBody, SettingsBody, SourceBody } from '@repertoire/protocol'
import { expect, it } from 'vitest'
import { cleanSkill, createSourceServer } from '../../testing/source-fixtures.ts'

const day = 24 * 60 * 60 * 1000

it('A10: an update that waits for its age says until when, by the setting or by its source', async () => {
  const server = await createSourceServer()
  const settings = (await server.call<SettingsBody>('/api/v1/settings')).body
  expect(settings.minimum_update_age_days).toBe(3)
  const source = await server.synced('one', { 'skills/a': cleanSkill('a', 'First.') })
  await server.approve('skills/a')
  const put = (body: object, key?: string) =>
    server.call<SourceBody & ProblemBody>(`/api/v1/skills/sources/${source.id}`, {
      ...{ method: 'PUT', body, ...(key !== undefined && { key }) },
    })
  expect((await put({ review_policy: 'apply-clean' })).body.minimum_update_age_days).toBeNull()
  server.offer('one', 'two', { 'skills/a': cleanSkill('a', 'Second.') })
  await server.sync(source.id)
  const appliesAt = async () =>
    Object.values(await server.held()).map(({ applies_at, created_at }) =>
      applies_at ? Date.parse(applies_at) - Date.parse(created_at) : null,
    )
  expect(await appliesAt()).toEqual([3 * day])
  expect((await put({ minimum_update_age_days: 1 })).body.minimum_update_age_days).toBe(1)
  expect(await appliesAt()).toEqual([day])
  expect((await put({ minimum_update_age_days: 400 })).status).toBe(400)
  await server.call('/api/v1/settings', { method: 'PUT', body: { minimum_update_age_days: 7 } })
  expect((await put({ minimum_update_age_days: null })).status).toBe(200)
  expect(await appliesAt()).toEqual([7 * day])
  expect((await put({ review_policy: 'hold' })).status).toBe(200)
  expect(await appliesAt()).toEqual([null])
})
