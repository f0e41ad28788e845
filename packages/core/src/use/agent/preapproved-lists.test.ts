import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { TraceId, UserId } from '../../base/ids.ts'
import type { OrganisationSettings } from '../../domain/settings.ts'
import type { CheckedContent, Provenance } from '../../domain/skill.ts'
import type { TriggerContext } from '../../domain/trigger-context.ts'
import { type BudgetFixture, createBudgetFixture } from '../../testing/finance-pack/fixture.ts'
import { sampleContent } from '../../testing/sample-skills.ts'

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex')
const person = 'usr_1' as UserId
const use = { name: 'use_skill', input: { name: 'alerting' } }
const alert = { name: 'set_alert', input: { level: 1 } }
const activate = { name: 'activate_skills', input: { ids: ['alerting'] } }
const transfer = { name: 'transfer_funds', input: { to: 'mallory', amount: 5 } }
const signal: TriggerContext = {
  ...{ source: 'webhook', signalId: 's', asset: null, severity: 'info', preloadSkills: [] },
  ...{ suggestedStages: ['decide'], operatorAuthored: true, traceId: '0'.repeat(32) as TraceId },
}

interface Alerting {
  readonly settings?: Partial<OrganisationSettings>
  readonly tools?: string
  readonly author?: string
  readonly provenance?: Provenance
  readonly calls?: readonly { readonly name: string; readonly input: object }[]
}

function alerting({ tools = 'set_alert', author = person, provenance }: Alerting, body = 'Alert.') {
  const arrival = sampleContent('alerting', body, { frontmatter: { 'allowed-tools': tools } })
  const origin = { ...arrival.origin, ...(provenance && { provenance }) }
  return { ...arrival, author: author as UserId, origin } satisfies CheckedContent
}

async function fixtureOf(given: Alerting = {}): Promise<BudgetFixture> {
  const calls = (given.calls ?? [use, alert]) as BudgetFixture['plan']['calls']
  const settings = { allowedToolsMeaning: 'preapprove' as const, ...given.settings }
  const fixture = await createBudgetFixture({ sha256, calls, settings })
  await fixture.harness.tenant.skills.save([alerting(given)], 'create')
  return fixture
}

async function turn({ harness, web }: BudgetFixture, text: string, from?: TriggerContext) {
  return harness.work(await harness.say(text, from), { ports: { web } })
}

/** `runs`: nobody was asked. */
async function outcomeOf(fixture: BudgetFixture): Promise<'asks' | 'runs'> {
  const outcome = await turn(fixture, 'Watch it.')
  return outcome === 'waiting' ? 'asks' : 'runs'
}

describe('allowed-tools that pre-approve', () => {
  it('need no confirmation while the skill is used, refuse no other tool, and the log names the skill', async () => {
    const fixture = await fixtureOf({ calls: [use, alert, { name: 'get_quote', input: {} }] })
    expect(await outcomeOf(fixture)).toBe('runs')
    expect(fixture.ledger.moves).toHaveLength(1)
    const started = await fixture.harness.all('tool-started')
    expect(started.map(({ preapprovedBy }) => preapprovedBy?.slug)).toEqual([
      ...[undefined, 'alerting', undefined],
    ])
    expect(await fixture.harness.lastOutcome()).toMatchObject({ status: 'ok' })
    expect(await fixture.harness.all('tool-confirmed')).toEqual([])
  })

  it('restrict by default, as an organisation or a skill can say', async () => {
    const restricting = await fixtureOf({ settings: { allowedToolsMeaning: 'restrict' } })
    expect(await outcomeOf(restricting)).toBe('asks')
    const ofSkill = await fixtureOf({ settings: { allowedToolsMeaning: 'restrict' } })
    const { tenant, principal } = ofSkill.harness
    const skill = await tenant.skills.findBySlug(principal.userId, 'alerting')
    const { settings } = await tenant.settings.get()
    const preapproving = { [skill?.id ?? '']: 'preapprove' } as const
    await tenant.settings.put({ ...settings, allowedToolsMeaningOfSkills: preapproving })
    expect(await outcomeOf(ofSkill)).toBe('runs')
    const restricted = { [skill?.id ?? '']: 'restrict' } as const
    await tenant.settings.put({
      ...{ ...settings, allowedToolsMeaning: 'preapprove' },
      allowedToolsMeaningOfSkills: restricted,
    })
    ofSkill.plan.calls = [use, { name: 'get_quote', input: {} }]
    await turn(ofSkill, 'And now?')
    expect(await ofSkill.harness.lastOutcome()).toMatchObject({
      problem: { code: 'tool.not-allowed' },
    })
  })

  it.each<[string, Alerting]>([
    ['a tool that always asks', { tools: 'transfer_funds', calls: [use, transfer] }],
    ['a tool that only happens by hand', { tools: 'close_account', calls: [use, close()] }],
    [
      'a tool that an admin made stricter',
      { settings: { toolTiers: { set_alert: 'ALWAYS_CONFIRM' } } },
    ],
    ['a tool that is not listed', { tools: 'get_quote' }],
    ['a list of everything', { tools: '*' }],
    ['a skill that is not active', { calls: [alert] }],
    ['what an agent saved', { provenance: 'agent' }],
    ['what a source brought and a policy applied', { provenance: 'catalog' }],
    ['an integration', { provenance: 'integration' }],
    ['the revision of somebody who has left', { author: 'usr_gone' }],
    ['the revision of a program', { author: 'svc_1' }],
  ])('ask as ever about %s', async (_, given) => {
    const fixture = await fixtureOf(given)
    await fixture.harness.tenant.members.create({
      ...{ id: 'svc_1' as UserId, name: 'Bot', role: 'admin', kind: 'service', createdAt: 0 },
    })
    expect(await outcomeOf(fixture)).toBe('asks')
    expect(fixture.ledger.moves).toEqual([])
  })

  it.each(['changed', 'switched off'])('end when the skill is %s meanwhile', async (how) => {
    const fixture = await fixtureOf({ calls: [activate] })
    const { skills } = fixture.harness.tenant
    await turn(fixture, 'Watch it.')
    fixture.plan.calls = [alert]
    expect(await outcomeOf(fixture)).toBe('runs')
    const skill = await skills.findBySlug(person, 'alerting')
    if (!skill) throw new Error('the skill is gone')
    if (how === 'changed') await skills.save([alerting({}, 'Alert all.')], 'upsert')
    else await skills.update(person, skill.id, { enabled: false })
    expect(await outcomeOf(fixture)).toBe('asks')
    expect(fixture.ledger.moves).toHaveLength(1)
  })

  it('end with the turn in which the text was given', async () => {
    const fixture = await fixtureOf({ calls: [use, alert] })
    expect(await outcomeOf(fixture)).toBe('runs')
    fixture.plan.calls = [alert]
    expect(await outcomeOf(fixture)).toBe('asks')
  })

  it('permit nothing in a turn that no person started, nor after it until the skill is chosen again', async () => {
    const fixture = await fixtureOf({ calls: [activate, alert] })
    expect(await outcomeOf(fixture)).toBe('runs')
    fixture.plan.calls = [alert]
    await turn(fixture, 'It fell.', signal)
    expect(fixture.ledger.moves).toHaveLength(1)
    expect(await fixture.harness.lastOutcome()).toMatchObject({
      problem: { code: 'tool.needs-grant' },
    })
    expect(await outcomeOf(fixture)).toBe('asks')
  })
})

function close() {
  return { name: 'close_account', input: { account: 'main' } }
}
