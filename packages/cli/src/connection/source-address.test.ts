import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { addressOf, isSamePlace, sourcePlace } from './source-address.ts'

it.each([
  ['acme/runbooks', 'github', { repo: 'acme/runbooks' }],
  ['https://github.com/acme/runbooks', 'github', { repo: 'acme/runbooks' }],
  ['https://github.com/acme/runbooks.git', 'github', { repo: 'acme/runbooks' }],
  [
    'https://github.com/acme/runbooks/tree/v2/tools/skills',
    'github',
    { repo: 'acme/runbooks', ref: 'v2', path: 'tools/skills' },
  ],
  ['https://git.example/team/x.git', 'git', { url: 'https://git.example/team/x.git' }],
  ['https://gitlab.com/team/x', 'git', { url: 'https://gitlab.com/team/x' }],
  ['https://example.org/SKILL.md', 'url', { url: 'https://example.org/SKILL.md' }],
  ['https://example.org/a.tar.gz', 'url', { url: 'https://example.org/a.tar.gz' }],
  [
    'https://example.org/.claude-plugin/marketplace.json',
    'plugin-marketplace',
    { url: 'https://example.org/.claude-plugin/marketplace.json' },
  ],
] as const)('A9: %s is a source of the kind %s', (address, source_type, config) => {
  expect(sourcePlace(address, {})).toEqual({ source_type, config })
})

it('A9: --kind, --ref, --path and --skill say what the address does not', () => {
  expect(sourcePlace('https://example.org', { kind: 'well-known' })).toEqual({
    ...{ source_type: 'well-known', config: { url: 'https://example.org' } },
  })
  expect(sourcePlace('https://skills.sh', { kind: 'marketplace', skill: ['a/b/c'] })).toEqual({
    ...{ source_type: 'marketplace', config: { base_url: 'https://skills.sh', skills: ['a/b/c'] } },
  })
  const place = sourcePlace('acme/x', { ref: 'main', path: 'skills' })
  expect(addressOf(place)).toBe('acme/x@main:skills')
})

it('A9: a short name with its host is left to the settings of the server', () => {
  const place = sourcePlace('ghe.acme.example/team/skills.git', { path: 'x' })
  const config = { repo: 'ghe.acme.example/team/skills', path: 'x' }
  expect(place).toEqual({ source_type: 'github', config })
  const url = 'https://ghe.acme.example/team/skills.git'
  expect(isSamePlace(place, { source_type: 'git', config: { url, path: 'x' } })).toBe(true)
  expect(isSamePlace(place, { source_type: 'git', config: { url, path: 'y' } })).toBe(false)
})

it.each([
  ['git@github.com:acme/x.git', 'no address'],
  ['ext::sh -c id', 'no address'],
  ['file:///not/there', 'no address'],
  ['--upload-pack=id', 'no address'],
  ['http://example.org/x.git', 'over https alone'],
  ['https://user:secret@example.org/x.git', 'name or a password'],
  ['https://example.org', 'what kind'],
])('A9: %s is refused: %s', (address, message) => {
  expect(() => sourcePlace(address, {})).toThrow(message)
})

it.each([import.meta.dirname, pathToFileURL(import.meta.dirname).href])(
  'A9: a folder of this machine is refused with the command that brings it: %s',
  (address) => {
    expect(() => sourcePlace(address, {})).toThrow(
      expect.objectContaining({
        message: expect.stringContaining('is on this machine'),
        hint: `Bring the skills in it to the server with: repertoire import ${import.meta.dirname}`,
      }),
    )
  },
)

it('A9: an address that is refused is not repeated with its password', () => {
  expect(() => sourcePlace('https://user:hunter2@example.org/x.git', {})).toThrow(
    expect.objectContaining({ message: expect.not.stringContaining('hunter2') }),
  )
})
