import { describe, expect, it } from 'vitest'
import { hostOf, parsePackageIndex } from './package-index.ts'

describe('the package index setting', () => {
  it('C10: is a URL, with further hosts that serve files', () => {
    const text = ' https://me:word@Index.example/simple , files.example, [fd00::5]:8443 '
    expect(parsePackageIndex(text)).toEqual({
      url: 'https://me:word@index.example/simple',
      fileHosts: [
        { host: 'files.example', port: 443 },
        { host: 'fd00::5', port: 8443 },
      ],
    })
    expect(parsePackageIndex('public')).toEqual({ url: null, fileHosts: [] })
    expect(hostOf('http://index.example/x')).toEqual({ host: 'index.example', port: 80 })
  })

  it.each([
    ...['', 'index.example', 'file:///srv/packages', 'ftp://x/', 'https://x/?a=b', 'https://x/#a'],
    ...['public,http://files.example', 'public,me@files.example', 'public,files.example/x'],
  ])('C10: is not %j', (text) => {
    expect(parsePackageIndex(text)).toBeNull()
  })
})
