import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { claimDrafts, keepDraft, readDraft } from '../browser/drafts.ts'
import { meQuery, queryClient } from './queries.ts'

beforeEach(() => {
  localStorage.clear()
  // Here the page would leave; a test has no other page.
  history.replaceState(null, '', '/login')
  claimDrafts('usr_ada')
  keepDraft('chat.new', 'Private words')
})
afterEach(() => {
  queryClient.clear()
  vi.unstubAllGlobals()
})

const answer = (status: number) =>
  vi.stubGlobal('fetch', async () =>
    Response.json({ code: 'x', message: 'x', status, trace_id: '' }, { status }),
  )

it('forgets the drafts of a session that ended without signing out', async () => {
  answer(401)
  await expect(queryClient.fetchQuery({ ...meQuery, retry: false })).rejects.toThrow()
  expect(readDraft('chat.new')).toBeNull()
})

it('forgets them when a change learns of it, but not when a new login fails', async () => {
  answer(401)
  const change = (meta: Record<string, unknown>) =>
    queryClient
      .getMutationCache()
      .build(queryClient, { mutationFn: meQuery.queryFn as never, meta })
      .execute(undefined as never)
  await expect(change({ signsIn: true })).rejects.toThrow()
  expect(readDraft('chat.new')).toBe('Private words')
  await expect(change({})).rejects.toThrow()
  expect(readDraft('chat.new')).toBeNull()
})

it('keeps them while the server only has trouble', async () => {
  answer(403)
  await expect(queryClient.fetchQuery({ ...meQuery, retry: false })).rejects.toThrow()
  expect(readDraft('chat.new')).toBe('Private words')
})
