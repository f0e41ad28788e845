import { describe, expect, it } from 'vitest'
import { ownerOf, relatedSlugs } from './origin-owner.ts'

const from = (sourceUrl: string | null, sourceType = 'url', sourceId: string | null = null) =>
  ownerOf({ sourceType, sourceUrl, sourceId } as Parameters<typeof ownerOf>[0])

describe('the owner of an origin', () => {
  it.each([
    ['https://github.com/Acme/skills/tree/main/a', 'github', null, 'github.com/acme'],
    ['https://raw.githubusercontent.com/acme/skills/main/SKILL.md', 'url', null, 'github.com/acme'],
    ['https://gitlab.com/acme/skills.git', 'url', null, 'gitlab.com/acme'],
    ['https://git.example/acme/tools/skills.git', 'url', null, 'git.example/acme'],
    ['https://www.example.com/skills/a', 'url', null, 'example.com'],
    ['https://skills.example/acme/a', 'marketplace', 'acme/a', 'skills.example/acme'],
    [null, 'marketplace', 'acme/a', 'marketplace/acme'],
    [null, 'github', 'acme/skills', 'github.com/acme'],
    [null, 'manual', 'acme/skills', 'local'],
    ['https://user:secret@example.com/a', 'url', null, 'example.com'],
    ['https://github.com/', 'github', null, 'github.com'],
  ])('D9: of %s (%s, %s) is %s', (url, type, id, key) => {
    expect(from(url, type, id).key).toBe(key)
  })

  it('D9: gives slugs that owner/name finds again and that the open format takes', () => {
    const acme = from('https://github.com/Acme_Inc/x', 'github')
    expect(relatedSlugs(acme, 'sre.postgres')).toEqual([
      'acme-inc-sre-postgres',
      'github-com-acme-inc-sre-postgres',
    ])
    expect(relatedSlugs(acme, 'x'.repeat(60))).toEqual([])
  })
})
