import { describe, expect, it } from 'vitest'
import { webDestination } from '../../domain/egress.ts'
import type { ArgumentConstraint } from '../../domain/tool-grant.ts'
import type { TriggerContext } from '../../domain/trigger-context.ts'
import type { EgressFacts } from '../tools/tool.ts'
import { egressRule, namesDestination } from './egress-rule.ts'

const page = webDestination('https://docs.example.org/a?b=1')!
const trigger = {} as TriggerContext
const facts = (change: Partial<EgressFacts> = {}): EgressFacts => ({
  ...{ destination: page, listed: false, untrustedInput: false, writtenByPerson: false },
  ...{ namesAddress: false, ...change },
})
const connector = (openWorld: boolean | null, change: Partial<EgressFacts> = {}) =>
  facts({
    destination: { kind: 'connector', connector: 'crm', openWorld },
    ...{ untrustedInput: true, ...change },
  })

describe('the rule of information flow', () => {
  it.each([
    ['a call that sends nothing', null, trigger, 'free'],
    ['a person’s turn without untrusted content', facts(), null, 'free'],
    ['a person’s turn with them', facts({ untrustedInput: true }), null, 'ask'],
    [
      'an address that the person wrote',
      facts({ untrustedInput: true, writtenByPerson: true }),
      null,
      'free',
    ],
    ['a listed destination', facts({ untrustedInput: true, listed: true }), null, 'free'],
    ['a turn that nobody started', facts(), trigger, 'grant'],
    ['E6: a connector of which nobody has said whom it reaches', connector(null), null, 'free'],
    [
      'E6: such a connector, with an address that no person wrote',
      connector(null, { namesAddress: true }),
      null,
      'ask',
    ],
    ['E6: such a connector, in a turn that nobody started', connector(null), trigger, 'grant'],
    ['E6: a connector that reaches third parties', connector(true), null, 'ask'],
    [
      'E6: a connector that reaches none',
      connector(false, { namesAddress: true }),
      trigger,
      'free',
    ],
    [
      'such a turn, with an address in a message',
      facts({ writtenByPerson: true }),
      trigger,
      'grant',
    ],
    ['such a turn, to a listed destination', facts({ listed: true }), trigger, 'free'],
  ])('%s', (_, egress, signal, rule) => expect(egressRule({ egress, signal })).toBe(rule))

  it.each<[Record<string, ArgumentConstraint>, boolean]>([
    [{}, false],
    [{ url: { kind: 'any' } }, false],
    [{ url: { kind: 'absent' } }, false],
    [{ url: { kind: 'equals', value: page.url } }, true],
    [{ url: { kind: 'equals', value: 'https://DOCS.example.org/a?b=1' } }, true],
    [{ url: { kind: 'equals', value: 'https://docs.example.org/' } }, false],
    [{ url: { kind: 'one-of', values: ['x', page.url] } }, true],
    [{ url: { kind: 'host', hosts: ['docs.example.org'] } }, true],
    [{ url: { kind: 'host', hosts: ['*.example.org'] } }, true],
    [{ url: { kind: 'host', hosts: ['evil.example'] } }, false],
    [{ other: { kind: 'any' }, url: { kind: 'any' } }, false],
  ])('a grant with %j names the destination: %s', (constraints, names) => {
    expect(namesDestination({ constraints }, page)).toBe(names)
  })

  it('a grant for a connector’s tool names the connector by the tool’s identity', () => {
    const destination = { kind: 'connector', connector: 'wiki', openWorld: true } as const
    expect(namesDestination({ constraints: {} }, destination)).toBe(true)
  })
})
