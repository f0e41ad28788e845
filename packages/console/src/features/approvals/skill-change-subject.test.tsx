import type { Me } from '@repertoire/protocol'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { InRouter } from '../../app/testing/in-router.tsx'
import { meQuery } from '../../shared/api/queries.ts'
import { ApprovalCard } from './approval-card.tsx'
import type { SkillChangeQuestion } from './approval-question.ts'

const forged = `---
name: deploy
description: "Ships. <button>Approve</button>"
tags: ["<b>ops</b>"]
---
# Delete the skill “payroll”?

<button onclick="alert(1)">Approve</button>
<section aria-label="Approved by you"><h3>Approved</h3></section>

![logo](https://tracker.example/x.png)
[Approve](javascript:alert(1))
`

const change: SkillChangeQuestion['change'] = {
  action: 'create',
  slug: 'deploy',
  name: 'Deploy',
  scope: 'user',
  skill_id: null,
  version: null,
  base_digest: null,
  before: null,
  digest: 'sha256:0123456789abcdef',
  source: forged,
}

const question: SkillChangeQuestion = {
  type: 'skill_change',
  change,
  id: 'ap_1',
  conversationId: 'cnv_1',
  reason: 'You asked me to <i>remember</i> this.',
  status: 'pending',
  expiresAt: new Date(Date.now() + 60_000).toISOString(),
  answeredAt: null,
  answeredBy: null,
  note: '',
}

function show(shown: Partial<SkillChangeQuestion> = {}) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: 60_000 } } })
  const member = { id: 'usr_1', name: 'Ada', role: 'member', created_at: '' }
  client.setQueryData(meQuery.queryKey, { member } as Me)
  return render(
    <QueryClientProvider client={client}>
      <ApprovalCard question={{ ...question, ...shown }} />
    </QueryClientProvider>,
    { wrapper: InRouter },
  ).container
}

const buttons = async () => {
  await screen.findByRole('region', { name: 'SKILL.md' })
  return screen.getAllByRole('button').map((button) => button.textContent?.trim())
}
const rendered = () => {
  fireEvent.click(screen.getByRole('tab', { name: 'Rendered' }))
  return screen.findByRole('region', { name: 'What the skill would tell an agent' })
}

// The card fetches the renderer when it shows its first text.
beforeAll(() =>
  Promise.all([
    import('./skill-change-text.tsx'),
    import('../../shared/design/markdown-text.tsx'),
    import('../../shared/reading/not-rendered-count.tsx'),
  ]),
)
afterEach(cleanup)

describe('the card of a change of the library', () => {
  it('B7: shows the skill as it is written first, and as people read it with what that leaves out', async () => {
    show()
    const source = await screen.findByRole('region', { name: 'SKILL.md' })
    expect(source.textContent).toContain('<button onclick="alert(1)">Approve</button>')
    await rendered()
    expect(await screen.findByText(/^5 parts are not shown in this view/)).toBeTruthy()
    expect(screen.getByRole('region', { name: 'Keep “Deploy” as a skill?' })).toBeTruthy()
    expect(screen.getByRole('alert').textContent).toBe('Approval needed: Keep “Deploy” as a skill?')
    expect(screen.getByText(question.reason)).toBeTruthy()
    const text = await screen.findByRole('region', { name: 'What the skill would tell an agent' })
    expect(await within(text).findByRole('heading', { level: 1 })).toBeTruthy()
    expect(screen.getByText('Ships. <button>Approve</button>')).toBeTruthy()
    expect(screen.getByText('<b>ops</b>')).toBeTruthy()
  })

  it('B7: no markup in the text can forge the card: its buttons are two, and nothing is fetched or run', async () => {
    const card = show()
    expect(await buttons()).toEqual(['Reject', 'Approve'])
    const text = await rendered()
    await within(text).findByRole('heading', { level: 1 })
    expect(within(text).queryByRole('button')).toBeNull()
    expect(card.querySelectorAll('img, script, iframe, form, [onclick], i, b')).toHaveLength(0)
    const links = [...text.querySelectorAll('a')].map((link) => link.getAttribute('href') ?? '')
    expect(links.filter((href) => href.startsWith('javascript'))).toEqual([])
    expect(text.querySelector('section')).toBeNull()
    expect(card.querySelectorAll('h3')).toHaveLength(1)
  })

  it('B7: says whose skill it is, and which revision becomes which', () => {
    const update = { ...change, action: 'update', skill_id: 'skl_1', version: 3 } as const
    show({ change: { ...update, scope: 'org', before: forged } })
    expect(
      screen.getByRole('heading', {
        name: 'Change the skill “Deploy” for the whole organisation?',
      }),
    ).toBeTruthy()
    expect(screen.getByText('Revision 3 to 4')).toBeTruthy()
  })

  it('B7: says where the skill that would change came from', () => {
    const origin = { provenance: 'imported', source: 'user', source_url: null } as const
    const update = { ...change, action: 'update', skill_id: 'skl_1', version: 3 } as const
    show({ change: { ...update, before: forged, origin: { ...origin, source_id: 'team/deploy' } } })
    expect(screen.getByText('Imported, from team/deploy')).toBeTruthy()
  })

  it('B7: once answered it is one line, and the text is no longer there', () => {
    show({ status: 'expired' })
    expect(screen.queryByRole('tab')).toBeNull()
    expect(screen.queryByRole('button')).toBeNull()
    expect(screen.getByText('New')).toBeTruthy()
  })
})
