import { act, cleanup, render, screen, within } from '@testing-library/react'
import { toast } from 'sonner'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { showErrorToast } from './error-toast.ts'
import { showToast } from './show-toast.ts'
import { loadToasts, Toasts } from './toasts.tsx'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  toast.dismiss()
  cleanup()
  vi.useRealTimers()
})

it('takes a notice away by itself, and an error only when it is closed', async () => {
  await loadToasts()
  render(<Toasts />)
  act(() => {
    showToast('Settings saved')
    showErrorToast(new Error('The file is gone.'))
  })
  act(() => vi.advanceTimersByTime(100))
  expect(screen.queryByText('Settings saved')).not.toBeNull()
  act(() => vi.advanceTimersByTime(60_000))
  act(() => vi.advanceTimersByTime(1_000))
  expect(screen.queryByText('Settings saved')).toBeNull()
  expect(screen.queryByText('The file is gone.')).not.toBeNull()
  const error = screen.getByText('The file is gone.').closest('li')
  act(() =>
    within(error as HTMLElement)
      .getByRole('button', { name: 'Close toast' })
      .click(),
  )
  act(() => vi.advanceTimersByTime(1_000))
  expect(screen.queryByText('The file is gone.')).toBeNull()
})
