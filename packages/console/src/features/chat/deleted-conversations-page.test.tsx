import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../shared/api/queries.ts'
import { DeletedConversations } from './deleted-conversations-page.tsx'

let calls: string[] = []
const conversation = {
  ...{ id: 'cnv_1', title: 'Slow database', deleted_at: new Date().toISOString() },
  kept_until: new Date(Date.now() + 86_400_000 * 30).toISOString(),
}

beforeEach(() => {
  calls = []
  vi.stubGlobal('fetch', async ({ method, url }: Request) => {
    const { pathname } = new URL(url)
    if (method === 'GET') return Response.json({ items: [conversation], next_cursor: null })
    calls.push(`${method} ${pathname}`)
    return method === 'DELETE' ? new Response(null, { status: 204 }) : Response.json(conversation)
  })
  render(
    <QueryClientProvider client={queryClient}>
      <DeletedConversations />
    </QueryClientProvider>,
  )
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

it('restores a conversation at once', async () => {
  fireEvent.click(await screen.findByRole('button', { name: 'Restore Slow database' }))
  await waitFor(() => expect(calls).toEqual(['POST /api/v1/conversations/cnv_1/restore']))
})

it('deletes one for good only after it was confirmed', async () => {
  fireEvent.click(await screen.findByRole('button', { name: 'Delete now: Slow database' }))
  const confirm = await screen.findByRole('button', { name: 'Delete now' })
  expect(calls).toEqual([])
  fireEvent.click(confirm)
  await waitFor(() => expect(calls).toEqual(['DELETE /api/v1/conversations/deleted/cnv_1']))
})
