import { describe, expect, it } from 'vitest'
import {
  collectionSetups,
  selectionInWords,
  selectionOf,
  selectionText,
  unknownNames,
} from './collection-setups.ts'

describe('a collection on the page', () => {
  it('has one line for each kind of client, with its address', () => {
    const place = { origin: 'https://a.example', token: 't0' }
    const made = collectionSetups(place, { slug: 'billing', promoted_at: null })
    const lines = [
      'claude plugin marketplace add https://a.example/git/t0/billing.git',
      'codex plugin marketplace add https://a.example/git/t0/billing.git && codex plugin add billing@billing',
      'gemini skills install https://a.example/git/t0/billing.git --path skills/NAME',
      '{"skills":{"urls":["https://a.example/s/t0/billing/.well-known/skills/"]}}',
      'npx skills add https://a.example/git/t0/billing.git',
      'git clone https://a.example/git/t0/billing.git',
      'https://a.example/s/t0/billing',
    ]
    expect(made.map(({ text }) => text)).toEqual(lines)
    const pinned = collectionSetups(place, { slug: 'billing', promoted_at: '2026-11-27T10:00:00Z' })
    expect(pinned.map(({ text }) => text)).toEqual([
      ...lines,
      'git clone https://a.example/git/t0/billing.canary.git',
    ])
  })

  it('says in words which skills it has, and takes them from a form', () => {
    const tags = selectionOf('tags', ' billing, refunds ')
    expect(tags).toEqual({ kind: 'tags', tags: ['billing', 'refunds'] })
    expect(tags && selectionInWords(tags)).toBe('skills tagged billing, refunds')
    expect(selectionOf('query', ' slow postgres ')).toEqual({
      ...{ kind: 'query', query: 'slow postgres' },
    })
    expect(selectionOf('names', 'a b')).toEqual({ kind: 'names', names: ['a', 'b'] })
    const names = { kind: 'names', names: ['triage', 'gone'] } as const
    expect(selectionInWords({ kind: 'names', names: ['triage'] })).toBe('1 skill by name')
    expect(selectionOf('names', selectionText({ ...names, names: [...names.names] }))).toEqual(
      names,
    )
    expect(selectionOf('tags', ' , ')).toBeNull()
    expect(selectionOf('all', '')).toEqual({ kind: 'all' })
  })

  it('names those of a selection by name of which nothing is given out', () => {
    const names = { kind: 'names' as const, names: ['triage', 'gone'] }
    expect(unknownNames(names, [{ name: 'triage' }])).toEqual(['gone'])
    expect(unknownNames({ kind: 'all' }, [])).toEqual([])
  })
})
