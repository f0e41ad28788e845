import type { SkillListCostBody } from '@repertoire/protocol'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { skillListQuery } from '../../shared/queries/organisation-queries.ts'
import { SkillListCost } from './skill-list-cost.tsx'

afterEach(cleanup)

function shown(cost: Partial<SkillListCostBody>): string {
  const client = new QueryClient({
    defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } },
  })
  const body = { skills: 244, described: 111, full_chars: 26_400, has_more: false, ...cost }
  client.setQueryData(skillListQuery('"1"').queryKey, body)
  const { container } = render(
    <QueryClientProvider client={client}>
      <SkillListCost saved={{ etag: '"1"', skill_list_max_chars: 12_000 }} />
    </QueryClientProvider>,
  )
  return container.textContent ?? ''
}

describe('what a list of skills would cost', () => {
  it.each([
    [
      {},
      '111 of 244 skills have their description. All would take 26,400 characters (about 6,600 tokens) in every step.',
    ],
    [
      { described: 244 },
      '244 skills, all with their description, some of it cut. In full they would take 26,400 characters (about 6,600 tokens) in every step.',
    ],
    [
      { skills: 2, described: 2, full_chars: 120 },
      '2 skills, all with their description: 120 characters (about 30 tokens) in every step.',
    ],
    [{ skills: 0, described: 0, full_chars: 0 }, ''],
  ])('D4: %j', (cost, text) => {
    expect(shown(cost)).toBe(text)
  })
})
