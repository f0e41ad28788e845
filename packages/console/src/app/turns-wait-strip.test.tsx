import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { queryClient } from '../shared/api/queries.ts'
import { TurnsWaitStrip } from './turns-wait-strip.tsx'

afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

const show = (checks: Readonly<Record<string, string>>) => {
  vi.stubGlobal('fetch', async () => Response.json({ status: 'ready', checks }))
  return render(
    <QueryClientProvider client={queryClient}>
      <TurnsWaitStrip />
    </QueryClientProvider>,
  )
}
const answered = () => queryClient.getQueryData(['readiness'])

it('C8: says that turns wait while Temporal is away, until it answers', async () => {
  show({ store: 'ok', temporal: 'away' })
  await screen.findByText(/^Turns wait: Temporal, which executes them, does not answer\./)
  vi.stubGlobal('fetch', async () => Response.json({ status: 'ready', checks: { temporal: 'ok' } }))
  await queryClient.invalidateQueries()
  await expect.poll(() => screen.queryByText(/Turns wait/)).toBeNull()
})

it('says nothing where the server executes turns itself', async () => {
  const { container } = show({ store: 'ok' })
  await expect.poll(answered).toBeDefined()
  expect(container.textContent).toBe('')
})
