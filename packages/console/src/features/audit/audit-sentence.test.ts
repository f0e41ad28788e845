import { describe, expect, it } from 'vitest'
import { auditActor, auditSentence, groupSentence } from './audit-sentence.ts'

const entry = (action: string, details: Record<string, unknown> = {}) => ({
  ...{ action, details, target: 'id_1', actor: 'usr_1' },
})
const words = (of: ReturnType<typeof auditSentence>) =>
  [of.verb, of.object, of.rest].filter((part) => part !== '').join(' ')

describe('an audit entry in words', () => {
  it.each([
    ['approval-answered', { decision: 'approved', slug: 'helm-chart' }, 'approved helm-chart'],
    ['approval-answered', { decision: 'denied', tool: 'send_mail' }, 'denied send_mail'],
    ['skill-created', { slug: 'helm-chart' }, 'created the skill helm-chart'],
    ['signal-fired', { name: 'Nightly' }, 'fired the trigger Nightly'],
    ['key-created', {}, 'created the API key id_1'],
    ['session-created', {}, 'signed in'],
    ['access-refused', { permission: 'audit.read' }, 'was refused id_1 without audit.read'],
    ['something', {}, 'something the id_1'],
  ])('%s', (action, details, sentence) => {
    expect(words(auditSentence(entry(action, details)))).toBe(sentence)
  })

  it('says for whom somebody answered, and not where that is the same person', () => {
    const answered = (requested_by: string) =>
      auditSentence(entry('approval-answered', { decision: 'approved', requested_by })).person
    expect([answered('usr_2'), answered('usr_1')]).toEqual(['usr_2', undefined])
  })

  it('one sentence stands for an operation on many', () => {
    const many = (action: string) => groupSentence([entry(action), entry(action)], '244').verb
    expect(many('skill-imported')).toBe('imported 244 skills')
    expect(many('key-deleted')).toBe('deleted 244 API keys')
    expect(many('script-started')).toBe('ran a script, 244 times')
  })

  it('names a property of objects by no accident', () => {
    expect(words(auditSentence(entry('constructor')))).toBe('constructor the id_1')
    expect(words(auditSentence(entry('constructor-created')))).toBe('created the constructor id_1')
  })

  it('says who did it: the member, the server, or somebody who was not let in', () => {
    const names = new Map([['usr_1', 'Ada']])
    const by = (actor: string | null, action: string) =>
      auditActor({ ...entry(action), actor }, names)
    expect(by('usr_1', 'skill-created')).toBe('Ada')
    expect(by('usr_9', 'skill-created')).toBe('usr_9')
    expect(by(null, 'skill-purged')).toBe('The server')
    expect(by(null, 'key-refused')).toBe('Somebody unknown')
  })
})
