import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Clarification } from './approval-question.ts'
import { ClarificationAnswer } from './clarification-answer.tsx'

const question: Clarification = {
  type: 'clarification',
  id: 'ap_1',
  conversationId: 'cnv_1',
  text: 'Which database?',
  options: ['orders', '<img src=x onerror=alert(1)>'],
  reason: '',
  status: 'pending',
  expiresAt: new Date(Date.now() + 60_000).toISOString(),
  answeredAt: null,
  answeredBy: null,
  note: '',
}

let bodies: unknown[] = []

beforeEach(() => {
  bodies = []
  vi.stubGlobal('fetch', async (request: Request) => {
    bodies.push(await request.json())
    return Response.json({})
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function show(shown: Clarification = question) {
  const { container } = render(
    <QueryClientProvider client={new QueryClient()}>
      <ClarificationAnswer question={shown} />
    </QueryClientProvider>,
  )
  return {
    container,
    words: screen.getByRole<HTMLTextAreaElement>('textbox'),
    answer: screen.getByRole<HTMLButtonElement>('button', { name: 'Answer' }),
    skip: screen.getByRole<HTMLButtonElement>('button', { name: 'Skip' }),
  }
}

describe('ClarificationAnswer', () => {
  it('A7: an option is sent as the answer', async () => {
    const { answer } = show()
    expect(answer.disabled).toBe(true)
    fireEvent.click(screen.getByRole('radio', { name: 'orders' }))
    fireEvent.click(answer, { detail: 1 })
    await waitFor(() => expect(bodies).toEqual([{ approved: true, note: 'orders' }]))
  })

  it('A7: own words count instead of the option chosen before', async () => {
    const { answer, words } = show()
    const option = screen.getByRole<HTMLInputElement>('radio', { name: 'orders' })
    fireEvent.click(option)
    fireEvent.change(words, { target: { value: '  the new one ' } })
    expect(option.checked).toBe(false)
    fireEvent.click(answer, { detail: 1 })
    await waitFor(() => expect(bodies).toEqual([{ approved: true, note: 'the new one' }]))
  })

  it('A7: white space alone is no answer, and skipping needs none', async () => {
    const { answer, skip, words } = show()
    fireEvent.change(words, { target: { value: ' \n ' } })
    expect(answer.disabled).toBe(true)
    fireEvent.click(skip, { detail: 1 })
    await waitFor(() => expect(bodies).toEqual([{ approved: false, note: '' }]))
  })

  it('A7: what the agent suggests is shown as text, whatever it holds', () => {
    const { container } = show()
    expect(container.querySelector('img')).toBeNull()
    expect(screen.getByRole('radio', { name: question.options[1] ?? '' })).toBeTruthy()
  })

  it('A7: cannot be answered after its deadline', () => {
    const { skip, words } = show({ ...question, expiresAt: new Date(0).toISOString() })
    expect([skip.disabled, words.disabled]).toEqual([true, true])
  })
})
