import { describe, expect, it } from 'vitest'
import { indexedSkill } from '../../testing/indexed-skill.ts'
import { buildSegment } from './build-segment.ts'
import type { SearchText } from './fields.ts'
import { liveSegment } from './live-segment.ts'
import { searchSegments } from './search-segments.ts'

const empty: SearchText = { slug: '', name: '', description: '', tags: '', whenToUse: '', body: '' }

function library(skills: Readonly<Record<string, Partial<SearchText>>>, samples: string[] = []) {
  const slugs = Object.keys(skills)
  const segment = buildSegment(
    slugs.map((slug) => ({ ...empty, slug, name: slug, ...skills[slug] })),
  )
  const live = liveSegment(
    segment,
    slugs.map((slug) => indexedSkill(slug, { isSample: samples.includes(slug) })),
  )
  const view = { segments: [live], ownSlugs: new Set<string>() }
  return (text: string, { prefixLastWord = false, limit = 200 } = {}) =>
    searchSegments(view, { text, limit, prefixLastWord }).map(({ skillId }) => skillId as string)
}

const often = (word: string, times = 60) => `${word} `.repeat(times)

describe('A3: one to three words ask for a name, a tag or a tool', () => {
  it('a name comes before a description, a description before a body', () => {
    const find = library({
      backup: { body: often('postgres') },
      reports: { description: often('postgres', 9) },
      tuning: { tags: 'postgres', description: often('filler', 60) },
    })
    expect(find('postgres')).toEqual(['tuning', 'reports', 'backup'])
  })

  it('the name itself is first, then names that begin with the query, also of samples', () => {
    const find = library(
      {
        'azure-postgres': { description: often('postgres', 9), tags: 'postgres' },
        'sample-postgres-health-triage': { description: 'Finds out why a database is slow.' },
        postgres: { description: often('other', 90) },
      },
      ['sample-postgres-health-triage'],
    )
    expect(find('postgres')).toEqual([
      'postgres',
      'sample-postgres-health-triage',
      'azure-postgres',
    ])
    expect(find('postgres hea', { prefixLastWord: true })[0]).toBe('sample-postgres-health-triage')
  })

  it('all words come before two of three, however rare the two are', () => {
    const find = library({
      'rare-words': { description: `${often('zygote', 5)} ${often('quasar', 5)}` },
      common: { description: 'A zygote, a quasar and data.' },
      ...Object.fromEntries(
        Array.from({ length: 20 }, (_, at) => [`data-${at}`, { description: 'data' }]),
      ),
    })
    expect(find('zygote quasar data').slice(0, 2)).toEqual(['common', 'rare-words'])
  })

  it('what only bodies mention is found where nothing else is there', () => {
    const find = library({ other: { body: 'Uses kubectl.' } })
    expect(find('kubectl')).toEqual(['other'])
  })
})

describe('A3: signs and single letters', () => {
  const find = library({
    'ab-testing': { description: 'Plans experiments.' },
    'command-guide': { description: 'Explains a command.', body: often('b') },
    'cpp-review': { description: 'Reviews C++ code.' },
    'csharp-review': { description: 'Reviews C# code on .NET.' },
    'k8s-manifests': { description: 'Writes manifests.' },
    statistics: { description: 'Statistics in R.' },
  })

  it.each([
    ['A/B', 'ab-testing'],
    ['C++', 'cpp-review'],
    ['C#', 'csharp-review'],
    ['.NET', 'csharp-review'],
    ['dotnet', 'csharp-review'],
    ['kubernetes', 'k8s-manifests'],
    ['k8s', 'k8s-manifests'],
    ['R', 'statistics'],
  ])('%s is a term', (text, slug) => {
    expect(find(text)).toEqual([slug])
  })

  it('a single letter adds to a match and never carries one', () => {
    expect(find('plan b for experiments')).toEqual(['ab-testing'])
  })
})

it('A3: in a sentence a body weighs less than a name or a description, and a limit changes no order', () => {
  const skills = Object.fromEntries(
    Array.from({ length: 60 }, (_, at) => [
      `skill-${at}`,
      {
        [at % 2 ? 'body' : 'description']: `${often('monthly', 1 + (at % 7))} invoice ledger audit`,
      },
    ]),
  )
  const find = library(skills)
  const text = 'Check each monthly invoice in the ledger before the audit'
  const all = find(text)
  expect(Number(all[0]!.slice(6)) % 2).toBe(0)
  for (const limit of [1, 5, 29, 30, 31, 55])
    expect(find(text, { limit })).toEqual(all.slice(0, limit))
})

it('a body that repeats words of a sentence does not pass a description that has them', () => {
  const find = library({
    honest: { description: 'Reconciles invoices with the ledger.' },
    stuffed: { description: 'Sends newsletters.', body: often('reconcile invoices ledger', 500) },
    brief: { description: 'Sends newsletters.', body: often('reconcile invoices ledger', 3) },
  })
  expect(find('please reconcile all invoices with our ledger today')[0]).toBe('honest')
})
