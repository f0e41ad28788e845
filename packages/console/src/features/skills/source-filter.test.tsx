import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { sourcesQuery } from '../../shared/queries/source-queries.ts'
import { SourceFilter } from './source-filter.tsx'

afterEach(cleanup)

it('A13: a list of one source’s skills names the source, and can be widened', () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
  const source = { id: 'src_1', name: 'acme runbooks' } as never
  client.setQueryData(sourcesQuery.queryKey, { items: [source] })
  let cleared = 0
  render(
    <QueryClientProvider client={client}>
      <SourceFilter sourceId="src_1" onClear={() => (cleared += 1)} />
    </QueryClientProvider>,
  )
  expect(screen.getByText(/Only skills from/).textContent).toBe('Only skills from acme runbooks')
  fireEvent.click(screen.getByRole('button', { name: 'Show all' }))
  expect(cleared).toBe(1)
})
