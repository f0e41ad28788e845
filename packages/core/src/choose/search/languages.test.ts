import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { indexedSkill } from '../../testing/indexed-skill.ts'
import { buildSegment } from './build-segment.ts'
import type { SearchText } from './fields.ts'
import { liveSegment } from './live-segment.ts'
import { mergeSegments } from './merge-segments.ts'
import { parseQuery } from './parse-query.ts'
import { MAX_QUERY_TERMS, planQuery } from './query-plan.ts'
import { searchSegments } from './search-segments.ts'
import { termText } from './segment.ts'

const library: Record<string, string> = {
  invoices: 'Prüft eingehende Rechnungen auf fehlende Angaben und auf falsche Beträge',
  audit: 'Begleitet die Rechnungsprüfung des Vereins und schreibt dazu einen Bericht',
  forms: 'Erstellt ein Formular für die Anmeldung und wertet es aus',
  translate: 'Vergleicht eine Übersetzung mit dem Original und markiert die Fehler',
  factures: 'Vérifie les factures reçues et les doublons pour le service comptable',
  generation: 'La generación de contraseñas seguras para las cuentas de los usuarios',
  thai: 'ตรวจสอบใบแจ้งหนี้ที่ได้รับ',
  'code-review': 'Reviews code changes in pull requests before they are merged',
  deploy: 'Deploys the service to the cluster and rolls back when it fails',
}

function textOf(slug: string, description: string): SearchText {
  return { slug, name: slug, description, tags: '', whenToUse: '', body: '' }
}

function live(skills: Readonly<Record<string, string>>) {
  const slugs = Object.keys(skills)
  const segment = buildSegment(slugs.map((slug) => textOf(slug, skills[slug]!)))
  return liveSegment(
    segment,
    slugs.map((slug) => indexedSkill(slug)),
  )
}

function found(text: string, skills = library): readonly string[] {
  const view = { segments: [live(skills)], ownSlugs: new Set<string>() }
  return searchSegments(view, { text, limit: 20 }).map(({ skillId }) => skillId)
}

describe('search in the languages of skills', () => {
  test.each([
    ['other forms, in a sentence', 'Bitte prüfe diese Rechnung für mich', 'invoices'],
    ['other forms, in one word', 'Rechnung', 'invoices'],
    ['a plural, in one word', 'Übersetzungen', 'translate'],
    ['an umlaut as two letters', 'Uebersetzung', 'translate'],
    ['an umlaut without its dots', 'ubersetzung', 'translate'],
    ['a compound by its words', 'Wer hilft bei der Prüfung von Rechnungen?', 'audit'],
    ['a compound with a known end', 'Ich brauche ein Kontaktformular', 'forms'],
    ['French', 'Cette facture est-elle vérifiée ?', 'factures'],
    ['French without accents', 'verifier la facture', 'factures'],
    ['Spanish', '¿Puedes generar una contraseña?', 'generation'],
    ['Spanish without accents', 'generacion contrasenas', 'generation'],
    ['Thai, which has no spaces', 'ใบแจ้งหนี้', 'thai'],
    ['English among them', 'reviewing a pull request', 'code-review'],
  ])('%s', (_, query, slug) => {
    const hits = found(query)
    expect(hits.slice(0, slug === 'audit' ? 2 : 1)).toContain(slug)
  })

  test('a compound is found by its parts and finds what has them', () => {
    const { audit: _, ...others } = library
    expect(found('Rechnungsprüfung für den Verein')).toEqual(expect.arrayContaining(['audit']))
    expect(found('Was ist bei der Rechnungsprüfung zu tun?', others)[0]).toBe('invoices')
  })

  test('words of grammar find nothing', () => {
    expect(found('Ich brauche etwas für die Küche')).toEqual([])
  })

  test('a name with an umlaut is found in each spelling', () => {
    const names = { 'Müller-Bericht': 'Monthly report of the branch', deploy: library.deploy! }
    for (const spelling of ['Müller', 'muller', 'Mueller'])
      expect(found(spelling, names)[0]).toBe('Müller-Bericht')
  })

  test('a library of English skills is indexed by English words alone', () => {
    const { segment } = live({ deploy: library.deploy!, 'code-review': library['code-review']! })
    const terms = Array.from({ length: segment.termStarts.length - 1 }, (_, term) =>
      termText(segment, term),
    )
    expect(terms).toContain('deploy')
    expect(terms.filter((term) => !/^[a-z]+$/.test(term))).toEqual([])
    expect(found('reviews', { 'code-review': library['code-review']! })).toEqual(['code-review'])
  })

  test('segments built apart and merged equal one built at once, for any mixture', () => {
    const texts = Object.entries(library).map(([slug, text]) => textOf(slug, text))
    fc.assert(
      fc.property(fc.shuffledSubarray(texts), fc.nat(9), (some, cut) => {
        const parts = [some.slice(0, cut), some.slice(cut)].map((part) => buildSegment(part))
        const merged = mergeSegments(parts.map((segment) => ({ segment, removed: [] })))
        expect(merged).toEqual(buildSegment(some))
      }),
    )
  })

  const hostile: [string, string][] = [
    ['a megabyte of one German word', 'Rechnungsprüfung '.repeat(60_000)],
    ['a megabyte without a space', 'ü'.repeat(1_000_000)],
    ['ten thousand words', Array.from({ length: 10_000 }, (_, at) => `für wort${at}`).join(' ')],
    ['mixed scripts', 'für数据ไทยтест한국어 '.repeat(5_000)],
    ['bidi marks and NULs', '\u202eRechnung\u0000 für \u2066Prüfung\u2069'.repeat(1_000)],
    ['only punctuation', '¿¡…—'.repeat(100_000)],
  ]
  test.each(hostile)('stays bounded: %s', (_, text) => {
    const segments = [live(library)]
    const plan = planQuery(segments, parseQuery(text, { prefixLastWord: false }))
    expect(plan.terms.length).toBeLessThanOrEqual(MAX_QUERY_TERMS)
    expect(found(text)).toEqual(found(text))
  })
})
