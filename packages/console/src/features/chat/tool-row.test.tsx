import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { ToolItem } from './conversation-view.ts'
import { ToolRow } from './tool-row.tsx'

afterEach(cleanup)

const refused = (code: string): ToolItem => ({
  kind: 'tool',
  call: { id: 'call_1', name: 'enable_skill', input: { skill_slug: 'triage' } },
  outcome: {
    status: 'refused',
    problem: { code, message: 'It was not enabled.', hint: 'Call enable_skill again.' },
  },
  approval: null,
  fork: null,
})

it('A7: tells people what they can do about an answer that no longer counts, not what the model can', () => {
  render(<ToolRow tool={refused('approval.stale')} />)
  expect(screen.queryByText('Call enable_skill again.')).toBeNull()
  expect(screen.getByText(/^Send your message again/)).toBeTruthy()
})

it('gives the hint of every other problem as it is', () => {
  render(<ToolRow tool={refused('session.over-budget')} />)
  expect(screen.getByText('Call enable_skill again.')).toBeTruthy()
})
