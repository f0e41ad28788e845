import type { SkillBody } from '@repertoire/protocol'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from '../../../shared/api/queries.ts'
import { TriggerTests } from './trigger-tests.tsx'

const nothing = {
  ...{ why: null, because: null, score: null, fallback: null, needed: null, slot: null },
  reasons: [] as string[],
}
const report = {
  ...{ slug: 'swap', path: 'evals/triggers.yaml', within: 3, precision: 0.5, recall: 0.5 },
  by_search: { precision: 1, recall: 0.5 },
  diagnostics: [{ code: 'c', severity: 'error', line: 4, column: 3, message: 'No message.' }],
  outcomes: [
    {
      ...nothing,
      ...{ message: 'swap it', line: 2, must_surface: true, surfaced: true, place: 1 },
      search_place: 4,
      ...{ first: 'swap', decision: 'offered', reasons: ['kw:swap'], slot: 'signal', score: 30 },
    },
    {
      ...nothing,
      ...{ message: 'paper swap', line: 3, must_surface: true, surfaced: false, place: null },
      search_place: 1,
      ...{ first: 'paper', decision: 'not-offered', why: 'dropped', because: 'negative:paper' },
    },
    {
      ...nothing,
      ...{ message: 'swap seats', line: 5, must_surface: false, surfaced: true, place: 2 },
      search_place: null,
      ...{ first: 'seats', decision: 'offered', reasons: ['kw:swap'], slot: 'signal', score: 30 },
    },
  ],
  confusions: [
    { slug: 'paper', messages: 1 },
    { slug: 'swap', messages: 1 },
  ],
}
let answer: unknown

beforeEach(() => {
  vi.stubGlobal('fetch', async (request: Request) =>
    request.method === 'POST' ? Response.json(answer) : new Response(null, { status: 405 }),
  )
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

function runNow(): void {
  render(
    <QueryClientProvider client={queryClient}>
      <TriggerTests skill={{ id: 'skl_1' } as SkillBody} />
    </QueryClientProvider>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Run now' }))
}

describe('TriggerTests', () => {
  it('shows the shares, and of each message where the skill is and why, wrong ones first', async () => {
    answer = report
    runNow()
    await screen.findByText('Recall 50 %')
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'paper swapMust bring it up · Not brought up · Place 1 by search · “paper” is in the message, and the skill says not to be used then. First is paper.',
      'swap seatsMust not · Place 2 · Not found by search · its keyword “swap”. First is seats.',
      'swap itMust bring it up · Place 1 · Place 4 by search · its keyword “swap”.',
    ])
    expect(
      screen.getByText('Brought up by 1 of 2 messages that must, and by 1 of 1 that must not.'),
    ).toBeDefined()
    expect(screen.getAllByLabelText(/as it should be|missed|brought up wrongly/)).toHaveLength(3)
    expect(screen.getByText('Search alone: recall 50 %, precision 100 %.')).toBeDefined()
    expect(screen.getByText('No message.')).toBeDefined()
    expect(screen.getByText('Instead of it stands first: paper (1)')).toBeDefined()
  })

  it('says how a skill without tests gets some', async () => {
    answer = { ...report, path: null, diagnostics: [], outcomes: [], confusions: [] }
    runNow()
    await screen.findByText('The skill has no trigger tests yet')
  })
})
