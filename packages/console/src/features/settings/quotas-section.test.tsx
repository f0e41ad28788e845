import type { QuotaBody } from '@repertoire/protocol'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from '../../shared/api/queries.ts'
import { QuotasSection } from './quotas-section.tsx'

const items: QuotaBody[] = [
  {
    ...{ quota: 'bytes', resets_at: null },
    organisation: { used: 3 * 1024 * 1024, limit: 4 * 1024 * 1024 },
    person: { used: 512, limit: null },
  },
  {
    ...{ quota: 'runs_per_day', resets_at: '2026-11-24T00:00:00.000Z' },
    organisation: { used: 1_234, limit: null },
    person: { used: 50, limit: 50 },
  },
]

afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

describe('QuotasSection', () => {
  it('shows what is used, and the limit where there is one', async () => {
    vi.stubGlobal('fetch', async () => Response.json({ items }))
    render(
      <QueryClientProvider client={queryClient}>
        <QuotasSection />
      </QueryClientProvider>,
    )
    const cells = async (name: RegExp) =>
      within(await screen.findByRole('row', { name }))
        .getAllByRole('cell')
        .map((cell) => cell.textContent)
    expect(await cells(/^Files/)).toEqual(['512 B', '3.0 MB of 4.0 MB (75 %)'])
    expect(await cells(/^Turns/)).toEqual(['50 of 50 (100 %)', '1,234'])
  })
})
