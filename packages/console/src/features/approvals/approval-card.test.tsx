import type { Me } from '@repertoire/protocol'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { conversationQuery, meQuery, settingsQuery } from '../../shared/api/queries.ts'
import { ApprovalCard } from './approval-card.tsx'
import type { Clarification, ConnectorQuestion, SkillQuestion } from './approval-question.ts'

const asked = {
  id: 'ap_1',
  conversationId: 'cnv_1',
  reason: 'to look up <b>salaries</b>',
  status: 'pending' as const,
  expiresAt: new Date(Date.now() + 60_000).toISOString(),
  answeredAt: null,
  answeredBy: null,
  note: '',
}
const connector: ConnectorQuestion = {
  ...asked,
  type: 'connector_access',
  connector: {
    name: 'payroll',
    title: 'Payroll',
    description: 'Salaries.',
    endpoint: 'https://payroll.example/mcp',
    digest: 'sha256:0123456789abcdef',
  },
}
const clarification: Clarification = {
  ...asked,
  type: 'clarification',
  text: 'Which <i>one</i>?',
  options: [],
}

const fetchedSkill: SkillQuestion = {
  ...asked,
  ...{ type: 'skill_enablement', skillId: null, slug: 'triage', name: 'triage' },
  ...{ description: 'Triage.', contentLength: 20, sourceType: 'marketplace', digest: 'sha256:00' },
  origin: undefined,
  fetched: {
    ...{ source_id: 'src_1', registry: 'Ours', id: 'acme/skills/triage', url: null },
    ...{ verdict: 'notice', findings: 2, licence: 'MIT', licence_decision: 'allowed' },
    text: 'Look at the <b>locks</b>.',
  },
}

function show(
  question: ConnectorQuestion | Clarification | SkillQuestion,
  role: Me['member']['role'] = 'member',
) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: 60_000 } } })
  const member = { id: 'usr_1', name: 'Ada', role, created_at: '' }
  client.setQueryData(meQuery.queryKey, {
    member,
    permissions: ['conversations.use'],
  } as unknown as Me)
  const skills = { enabled_skills: [], budget_used_chars: 0, budget_max_chars: 16_000 }
  client.setQueryData(conversationQuery('cnv_1').queryKey, { skills } as never)
  const access = { connector_access: { payroll: 'ask-admin' } }
  client.setQueryData(settingsQuery.queryKey, access as never)
  return render(
    <QueryClientProvider client={client}>
      <ApprovalCard question={question} />
    </QueryClientProvider>,
  ).container
}

afterEach(cleanup)

describe('ApprovalCard', () => {
  it('A11: shows the whole text of a registry’s skill, what is known of it and how long it stays', () => {
    const card = show(fetchedSkill, 'owner')
    expect(screen.getByText('Look at the <b>locks</b>.')).toBeTruthy()
    expect(screen.getByText('Ours: acme/skills/triage')).toBeTruthy()
    expect(screen.getByText('Scan: notes')).toBeTruthy()
    expect(screen.getByText('2 findings')).toBeTruthy()
    expect(screen.getByText(/In this conversation only/)).toBeTruthy()
    expect(card.querySelector('b')).toBeNull()
    // There is no page of a skill that the library does not have.
    expect(screen.queryByRole('link', { name: /skill/i })).toBeNull()
  })

  it('A7: says which connector, where its calls go, and the agent’s words as text', () => {
    const card = show(connector, 'admin')
    expect(screen.getByRole('region', { name: 'Let the agent use Payroll?' })).toBeTruthy()
    expect(screen.getByText('https://payroll.example/mcp')).toBeTruthy()
    expect(screen.getByText(asked.reason)).toBeTruthy()
    expect(card.querySelector('b')).toBeNull()
    expect(screen.getByRole('button', { name: 'Approve' })).toBeTruthy()
  })

  it('A7: a member is told that an administrator answers, instead of a button that fails', () => {
    show(connector)
    expect(screen.queryByRole('button')).toBeNull()
    expect(screen.getByText(/^An owner or admin of your organisation answers this/)).toBeTruthy()
  })

  it('A7: a question in words is alerted, shown as text, and later says how it ended', () => {
    const card = show(clarification)
    expect(screen.getByRole('alert').textContent).toContain('The agent asks: Which <i>one</i>?')
    expect(card.querySelector('i')).toBeNull()
    cleanup()
    show({ ...clarification, status: 'approved', note: 'The first', answeredBy: 'usr_1' })
    expect(screen.getByText(/^Answered by you/).textContent).toContain('“The first”')
    cleanup()
    show({ ...clarification, status: 'denied', answeredBy: 'usr_1' })
    expect(screen.getAllByText(/^Skipped/)).toHaveLength(2)
  })
})
