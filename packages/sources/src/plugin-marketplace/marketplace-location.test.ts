import { describe, expect, it } from 'vitest'
import { gitKey } from './git-config.ts'
import { marketplaceLocation } from './marketplace-location.ts'

const raw = (rest: string) => `https://raw.githubusercontent.com/acme/market/${rest}`
const file = '.claude-plugin/marketplace.json'

describe('the address of a marketplace', () => {
  it('A9: of a repository on hosts of one’s own is its file there', () => {
    const hosts = { github: ['ghe.acme.example'], gitlab: ['code.acme.example'] }
    const found = ['https://ghe.acme.example/o/r/tree/v1', 'https://code.acme.example/a/b/c'].map(
      (address) => {
        const { url, repository } = marketplaceLocation(address, hosts)
        return [url, repository && gitKey(repository)]
      },
    )
    expect(found).toEqual([
      [`https://ghe.acme.example/o/r/raw/v1/${file}`, 'https://ghe.acme.example/o/r.git#v1'],
      [`https://code.acme.example/a/b/c/-/raw/HEAD/${file}`, 'https://code.acme.example/a/b/c.git'],
    ])
  })

  it.each([
    ['https://github.com/acme/market', raw(`HEAD/${file}`), 'https://github.com/acme/market'],
    ['https://github.com/acme/market.git', raw(`HEAD/${file}`), 'https://github.com/acme/market'],
    [
      'https://github.com/acme/market/tree/v1',
      raw(`v1/${file}`),
      'https://github.com/acme/market#v1',
    ],
    [
      `https://github.com/acme/market/blob/main/${file}`,
      raw(`main/${file}`),
      'https://github.com/acme/market#main',
    ],
    [raw(`main/${file}`), raw(`main/${file}`), 'https://github.com/acme/market#main'],
    [
      'https://gitlab.com/a/b/c',
      `https://gitlab.com/a/b/c/-/raw/HEAD/${file}`,
      'https://gitlab.com/a/b/c.git',
    ],
    [
      `https://gitlab.example/a/b/-/blob/main/${file}`,
      `https://gitlab.example/a/b/-/raw/main/${file}`,
      'https://gitlab.example/a/b.git#main',
    ],
  ])('%s is a file in a repository', (address, url, key) => {
    const location = marketplaceLocation(address)
    expect([location.url, location.repository && gitKey(location.repository)]).toEqual([url, key])
  })

  it('any other JSON file is in none', () => {
    const url = 'https://example.org/plugins/marketplace.json?v=2'
    expect(marketplaceLocation(`${url}#a`)).toEqual({ url, repository: null })
  })

  it.each([
    'https://example.org/plugins',
    'https://git.example/market.git',
    'https://user:pass@example.org/marketplace.json',
    'file:///etc/marketplace.json',
    'acme/market',
    '',
  ])('%j is none', (address) => {
    expect(() => marketplaceLocation(address)).toThrow('not the address of a marketplace')
  })
})
