import { describe, expect, it } from 'vitest'
import { isRepositoryPage, rawUrl } from './raw-url.ts'

const own = { github: ['ghe.acme.example'], gitlab: [] }

it('A9: of a file on a GitHub of one’s own is read as that file', () => {
  const page = 'https://ghe.acme.example/o/r/blob/main/a/SKILL.md?plain=1'
  expect(rawUrl(page, own)).toBe('https://ghe.acme.example/o/r/raw/main/a/SKILL.md')
  expect(isRepositoryPage('https://ghe.acme.example/o/r/tree/main', own)).toBe(true)
  expect(rawUrl(page)).toBe(page)
})

describe('the page of a file', () => {
  it.each([
    [
      'https://github.com/acme/runbooks/blob/main/skills/triage/SKILL.md?plain=1#L3',
      'https://raw.githubusercontent.com/acme/runbooks/main/skills/triage/SKILL.md',
    ],
    [
      'https://github.com/acme/runbooks/raw/refs/heads/main/a%20b.md',
      'https://raw.githubusercontent.com/acme/runbooks/refs/heads/main/a%20b.md',
    ],
    [
      'https://gitlab.com/group/sub/project/-/blob/main/SKILL.md',
      'https://gitlab.com/group/sub/project/-/raw/main/SKILL.md',
    ],
    [
      'https://git.example.org/group/project/-/blob/v1/SKILL.md?ref_type=tags',
      'https://git.example.org/group/project/-/raw/v1/SKILL.md',
    ],
    [
      'https://gist.github.com/someone/0123456789abcdef0123456789abcdef#file-skill-md',
      'https://gist.githubusercontent.com/someone/0123456789abcdef0123456789abcdef/raw',
    ],
  ])('%s is read as %s', (page, raw) => {
    expect(rawUrl(page)).toBe(raw)
  })

  it.each([
    'https://example.org/skill.md?key=1',
    'https://raw.githubusercontent.com/acme/runbooks/main/SKILL.md',
    'https://github.com/acme/runbooks/releases/download/v1/skill.zip',
    'https://github.com.example.org/acme/runbooks/blob/main/SKILL.md',
    'https://github.com/acme/runbooks/archive/main.tar.gz',
    'nonsense',
  ])('%s stays', (address) => {
    expect(rawUrl(address)).toBe(address)
  })

  it('tells pages of repositories', () => {
    expect(isRepositoryPage('https://github.com/acme/runbooks')).toBe(true)
    expect(isRepositoryPage('https://github.com/acme/runbooks/tree/main/skills')).toBe(true)
    expect(isRepositoryPage('https://gitlab.com/a/b/-/tree/main')).toBe(true)
    expect(isRepositoryPage('https://git.example.org/a/b.git')).toBe(true)
    expect(isRepositoryPage('https://example.org/skill.md')).toBe(false)
  })
})
