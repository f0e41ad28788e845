import fc from 'fast-check'
import { expect, test } from 'vitest'
import { folderNameOf, isSlug, slugify, slugOf } from './slug.ts'

test.each([
  ['PostgreSQL Health Triage', 'postgresql-health-triage'],
  ['  --Äpfel & Öl--  ', 'apfel-ol'],
  ['Größe der Straße', 'grosse-der-strasse'],
  ['GROẞE Übersicht', 'grosse-ubersicht'],
  ['Smørrebrød & Œuvre, Łódź', 'smorrebrod-oeuvre-lodz'],
  ['ﬁle_name.v2', 'file-name-v2'],
  ['../../etc/passwd', 'etc-passwd'],
  ['日本語', ''],
  [`${'a'.repeat(63)} b`, 'a'.repeat(63)],
])('D2: the name %j has the slug %j', (name, slug) => {
  expect(slugify(name)).toBe(slug)
})

test('D2: a slug has at most 64 of a-z, 0-9 and single inner hyphens, and slugifying it again changes nothing', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.string({ maxLength: 200 })), (name) => {
      const slug = slugify(name)
      expect(slug).toMatch(/^(?:[a-z0-9]+(?:-[a-z0-9]+)*)?$/)
      expect(slug.length).toBeLessThanOrEqual(64)
      expect(slugify(slug)).toBe(slug)
      expect(slug === '' || isSlug(slug)).toBe(true)
    }),
  )
})

test.each(['postgres.health-triage', 'a', '0', 'a_b.c-d', 'x'.repeat(100)])(
  'A1: %j is a valid slug',
  (slug) => {
    expect(isSlug(slug)).toBe(true)
  },
)

test.each([
  '',
  'A',
  'a/b',
  '..',
  'a..b',
  '.a',
  'a-',
  'a b',
  'a\0',
  'a\n',
  'é',
  'x'.repeat(101),
  '../a',
])('A1: %j is not a valid slug', (slug) => {
  expect(isSlug(slug)).toBe(false)
})

test.each([
  [{ slug: 'own.slug', name: 'Name' }, 'folder', 'own.slug'],
  [{ slug: 'No Slug', name: 'A Name' }, 'folder', 'a-name'],
  [{ name: '日本語' }, 'My Folder', 'my-folder'],
  [{}, undefined, undefined],
])('A1: %j in the folder %j gets the slug %j', (fields, folder, slug) => {
  expect(slugOf(fields, folder)).toBe(slug)
})

test.each([
  ['a/b', 'b'],
  ['a/b/', 'b'],
  ['x/SKILL.md', 'x'],
  ['notes/postgres.md', 'postgres'],
  ['SKILL.md', undefined],
  ['.', undefined],
])('a skill found at %j lies in the folder %j', (path, name) => {
  expect(folderNameOf(path)).toBe(name)
})
