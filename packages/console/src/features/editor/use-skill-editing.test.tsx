import type { SkillBody } from '@repertoire/protocol'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../shared/api/queries.ts'
import { useSkillEditing } from './use-skill-editing.ts'

const read = {
  id: 'skl_a',
  content: 'one',
  enabled: true,
  etag: '"1"',
  revision: 1,
  files: [],
} as unknown as SkillBody

beforeEach(() => localStorage.clear())
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const editing = () =>
  renderHook((skill: SkillBody) => useSkillEditing(skill), {
    initialProps: read,
    wrapper: ({ children }: { readonly children: ReactNode }) => (
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    ),
  })

it('goes on from another version of the same text', () => {
  const { result, rerender } = editing()
  act(() => result.current.edit({ source: 'two' }))
  rerender({ ...read, etag: '"2"' })
  expect(result.current.draft).toEqual({ source: 'two', enabled: true, etag: '"2"', files: [] })
})

it('takes over what was not changed here: where it is written, its switch; else all of it', () => {
  const { result, rerender } = editing()
  const archived = { ...read, enabled: false, etag: '"2"' }
  rerender(archived)
  expect(result.current.changed).toBe(false)
  expect(result.current.draft).toEqual({ source: 'one', enabled: false, etag: '"2"', files: [] })
  act(() => result.current.edit({ source: 'two' }))
  rerender({ ...archived, enabled: true, etag: '"3"' })
  expect(result.current.draft).toEqual({ source: 'two', enabled: true, etag: '"3"', files: [] })
  act(() => result.current.edit({ source: 'one' }))
  rerender({ ...read, content: 'theirs', etag: '"4"' })
  expect(result.current.draft).toEqual({ source: 'theirs', enabled: true, etag: '"4"', files: [] })
})

it('does not go on from somebody else’s text: a save is held up for it', () => {
  const { result, rerender } = editing()
  act(() => result.current.edit({ source: 'two' }))
  rerender({ ...read, content: 'theirs', etag: '"2"' })
  rerender({ ...read, content: 'theirs', etag: '"3"' })
  expect(result.current.draft).toEqual({ source: 'two', enabled: true, etag: '"1"', files: [] })
})

it('keeps what is written while a save is on its way, and goes on from what was saved', async () => {
  const saved = { ...read, content: 'two', etag: '"2"', revision: 2 }
  let answer = (_: Response) => {}
  const asked = new Promise<void>((resolve) => {
    vi.stubGlobal('fetch', () => {
      resolve()
      return new Promise<Response>((give) => {
        answer = give
      })
    })
  })
  const { result, rerender } = editing()
  act(() => result.current.edit({ source: 'two' }))
  act(() => result.current.save())
  await asked
  act(() => result.current.edit({ source: 'two and more' }))
  answer(Response.json(saved))
  await waitFor(() => expect(result.current.saving.isSuccess).toBe(true))
  rerender(saved)
  expect(result.current.draft).toEqual({
    source: 'two and more',
    enabled: true,
    etag: '"2"',
    files: [],
  })
  rerender({ ...saved, etag: '"3"' })
  expect(result.current.draft).toEqual({
    source: 'two and more',
    enabled: true,
    etag: '"3"',
    files: [],
  })
})

it('keeps the reason until it is saved, and saves the merged text with it', async () => {
  const saved = { ...read, content: 'both', etag: '"3"', revision: 3 }
  const theirs = { ...read, content: 'theirs', etag: '"2"', revision: 2 }
  const refused = Response.json({ code: 'version-conflict' }, { status: 412 })
  const answers = [refused, Response.json(theirs), Response.json(saved)]
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (...asked: Parameters<typeof fetch>) => {
    const request = new Request(...asked)
    if (request.method === 'PUT') sent.push((await request.json()).reason)
    return answers.shift()
  })
  const { result } = editing()
  act(() => result.current.edit({ source: 'two' }))
  act(() => result.current.setReason('say it shorter '))
  act(() => result.current.save())
  await waitFor(() => expect(result.current.theirs).not.toBeNull())
  expect(result.current.reason).toBe('say it shorter ')
  act(() => result.current.saveOver('both'))
  await waitFor(() => expect(result.current.saving.isSuccess).toBe(true))
  expect(sent).toEqual(['say it shorter', 'say it shorter'])
  expect(result.current.reason).toBe('')
})
