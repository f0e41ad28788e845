import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from '../../shell/queries.ts'
import { RequirementsSection } from './requirements-section.tsx'

let answer: unknown
let asked: string[] = []

beforeEach(() => {
  asked = []
  vi.stubGlobal('fetch', async (request: Request) => {
    asked.push(new URL(request.url).pathname)
    return Response.json(answer)
  })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

function show() {
  return render(
    <QueryClientProvider client={queryClient}>
      <RequirementsSection skillId="skl_1" revision={2} />
    </QueryClientProvider>,
  ).container
}

describe('RequirementsSection', () => {
  it('C10: names what the scripts need, and says whether it is there', async () => {
    answer = {
      items: [
        { kind: 'python', packages: ['pandas>=2', 'six'], installed: true },
        { kind: 'node', packages: ['zod@^4'], installed: false },
      ],
      problem: null,
    }
    show()
    await screen.findByText('pandas>=2, six')
    const rows = screen.getAllByRole('listitem').map((row) => row.textContent)
    expect(rows).toEqual(['Pythonpandas>=2, sixInstalled', 'Nodezod@^4Not installed yet'])
    expect(asked).toEqual(['/api/v1/skills/skl_1/requirements'])
  })

  it('C10: says why scripts would not run', async () => {
    answer = { items: [], problem: 'requirements.txt, line 2: The option -r is not supported.' }
    show()
    await screen.findByText('requirements.txt, line 2: The option -r is not supported.')
    expect(screen.queryByRole('list')).toBeNull()
  })

  it('C10: is not there for a skill whose scripts need nothing', async () => {
    answer = { items: [], problem: null }
    const container = show()
    await waitFor(() => expect(asked).toHaveLength(1))
    await waitFor(() => expect(queryClient.isFetching()).toBe(0))
    expect(container.innerHTML).toBe('')
  })
})
