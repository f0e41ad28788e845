import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from '../../shared/api/queries.ts'
import { SkillsInContext } from './skills-in-context.tsx'

const pinned = (slug: string, delivery: 'system' | 'result', tokens: number) => ({
  ...{ id: `skl_${slug}`, slug, name: slug, digest: 'd', delivery, revision: 1 },
  ...{ newer_revisions: 0, context_tokens: tokens },
})

let skills = [
  pinned('small', 'result', 300),
  pinned('large', 'result', 9_000),
  pinned('on', 'system', 500),
]
let sent: string[] = []

beforeEach(() => {
  sent = []
  vi.stubGlobal('fetch', async (request: Request) => {
    sent.push(`${request.method} ${new URL(request.url).pathname}`)
    if (request.method === 'DELETE') skills = skills.filter(({ slug }) => slug !== 'large')
    return Response.json({ enabled_skills: [], pinned: skills })
  })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

const show = (given: boolean) =>
  render(
    <QueryClientProvider client={queryClient}>
      <SkillsInContext conversationId="cnv_1" given={given} title="Texts" />
    </QueryClientProvider>,
  )
const rows = () => screen.queryAllByRole('listitem').map((row) => row.textContent)

describe('skills that take room of a conversation', () => {
  it('C7: stand with their tokens, the largest first, and each can be dropped', async () => {
    show(false)
    await screen.findByRole('button', { name: 'Drop large' })
    expect(rows()).toEqual([
      'largeabout 9,000 tokensDrop',
      'onabout 500 tokensDrop',
      'smallabout 300 tokensDrop',
    ])
    fireEvent.click(screen.getByRole('button', { name: 'Drop large' }))
    await waitFor(() => expect(rows()).toHaveLength(2))
    expect(sent).toContain('DELETE /api/v1/conversations/cnv_1/skills/large')
  })

  it('C7: beside the budget only those that were given as results', async () => {
    show(true)
    await screen.findByRole('button', { name: 'Drop small' })
    expect(rows()).not.toContain('onabout 500 tokensDrop')
  })
})
