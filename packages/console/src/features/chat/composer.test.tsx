import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readDraft } from '../../shared/browser/drafts.ts'
import { Composer } from './composer.tsx'

beforeEach(() => localStorage.clear())
afterEach(cleanup)

function show(onSend: (text: string) => Promise<void>, onStop?: () => void) {
  render(<Composer draftName="test" onSend={onSend} onStop={onStop} />)
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' })
  fireEvent.change(field, { target: { value: 'Hello' } })
  return field
}

describe('Composer', () => {
  it('sends on Enter, and makes a line on Shift-Enter', async () => {
    const sent: string[] = []
    const field = show(async (text) => void sent.push(text))
    fireEvent.keyDown(field, { key: 'Enter', shiftKey: true })
    expect(sent).toEqual([])
    fireEvent.keyDown(field, { key: 'Enter' })
    await waitFor(() => expect(sent).toEqual(['Hello']))
    expect(field.value).toBe('')
  })

  it('does not send while a word is still being composed', () => {
    const sent: string[] = []
    const field = show(async (text) => void sent.push(text))
    fireEvent.keyDown(field, { key: 'Enter', isComposing: true })
    expect(sent).toEqual([])
  })

  it('gives the text back when it could not be sent, and keeps it for the next visit', async () => {
    const field = show(() => Promise.reject(new Error('no')))
    fireEvent.keyDown(field, { key: 'Enter' })
    await waitFor(() => expect(field.value).toBe('Hello'))
    expect(readDraft('test')).toBe('Hello')
  })

  it('gives it back before what was written while it was on its way', async () => {
    let refuse = (_: Error) => {}
    const field = show(
      () =>
        new Promise((_, reject) => {
          refuse = reject
        }),
    )
    fireEvent.keyDown(field, { key: 'Enter' })
    fireEvent.change(field, { target: { value: 'And one more thing' } })
    refuse(new Error('no'))
    await waitFor(() => expect(field.value).toBe('Hello\n\nAnd one more thing'))
    expect(readDraft('test')).toBe('Hello\n\nAnd one more thing')
  })

  it('offers Stop instead of Send while a run is open, and Enter sends nothing', () => {
    const sent: string[] = []
    let stopped = 0
    const field = show(
      async (text) => void sent.push(text),
      () => {
        stopped += 1
      },
    )
    fireEvent.keyDown(field, { key: 'Enter' })
    fireEvent.click(screen.getByRole('button', { name: 'Stop' }))
    expect({ sent, stopped }).toEqual({ sent: [], stopped: 1 })
    expect(screen.queryByRole('button', { name: 'Send' })).toBeNull()
  })
})
