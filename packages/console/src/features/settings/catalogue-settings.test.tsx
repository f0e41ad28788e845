import type { SettingsBody } from '@repertoire/protocol'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { InRouter } from '../../app/testing/in-router.tsx'
import { routingOptionsQuery } from '../routing/routing-queries.ts'
import { CatalogueSettings } from './catalogue-settings.tsx'

afterEach(cleanup)

const routing = {
  ...{ vocabularies: ['finance'], signal_slots: 10, search_slots: 10 },
  ...{ search_breaks_ties: true },
}

const table = {
  ...{ keyword: 30, keyword_cap: 60 },
  ...{ stage: 20, asset_class: 15, co_activate: 10, signal_source: 25 },
}

function show(form: Partial<SettingsBody>) {
  const given = { toolsets: ['routed'], skill_enablement_policy: 'auto', routing, ...form }
  const client = new QueryClient()
  client.setQueryData(routingOptionsQuery.queryKey, {
    ...{ vocabularies: ['finance'], table, stages: [], asset_classes: [] },
  })
  render(
    <QueryClientProvider client={client}>
      <CatalogueSettings form={given as SettingsBody} writable set={() => undefined} />
    </QueryClientProvider>,
    { wrapper: InRouter },
  )
  return screen.queryByText(/load skills without asking/) !== null
}

describe('settings of catalogues', () => {
  it.each([
    ['prompt-user', ['routed'], true],
    ['admin-only', ['person', 'routed'], true],
    ['auto', ['routed'], false],
    ['prompt-user', ['discovery'], false],
  ] as const)(
    'E4: under %s with %j, says whether the policy is not asked: %j',
    (skill_enablement_policy, toolsets, warns) => {
      expect(show({ skill_enablement_policy, toolsets: [...toolsets] })).toBe(warns)
    },
  )
})
