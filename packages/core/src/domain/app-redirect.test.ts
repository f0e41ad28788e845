import { describe, expect, it } from 'vitest'
import { isAppRedirect, isRegisteredRedirect, redirectPlace } from './app-redirect.ts'

describe('the address that an app is sent back to', () => {
  it.each([
    'https://app.example/back?x=1',
    'http://127.0.0.1:7777/callback',
    'http://[::1]/callback',
    'http://localhost:1/',
    'cursor://anysphere.cursor-mcp/oauth/callback',
    'com.example.app:/back',
  ])('may be %s', (address) => {
    expect(isAppRedirect(address)).toBe(true)
  })

  it.each([
    ...['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', 'blob:https://x/y'],
    ...['http://app.example/back', 'http://127.0.0.1.evil.example/', 'https://me@app.example/'],
    ...['https://app.example/#x', 'https://app.example\\@evil.example/', '//evil.example/', '/'],
    ...['ms-settings:x', 'https://app.example/ x', `https://app.example/${'x'.repeat(300)}`, ''],
    ...['http://localhost@evil.example/', 'https:/\n/app.example'],
  ])('is never %s', (address) => {
    expect(isAppRedirect(address)).toBe(false)
    expect(isRegisteredRedirect(address, [address])).toBe(false)
  })

  it('is one of those registered, to the letter', () => {
    const registered = ['https://app.example/back', 'http://127.0.0.1:1/callback']
    const isOne = (asked: string) => isRegisteredRedirect(asked, registered)
    expect(isOne('https://app.example/back')).toBe(true)
    // A program on this machine takes whatever port is free.
    expect(isOne('http://127.0.0.1:50123/callback')).toBe(true)
    expect(isOne('http://127.0.0.1/callback')).toBe(true)
    for (const other of [
      ...[
        'https://app.example/back/',
        'https://app.example/back?x',
        'https://app.example:8443/back',
      ],
      ...[
        'https://app.example/back/../evil',
        'https://APP.example/back',
        'https://evil.example/back',
      ],
      ...[
        'http://127.0.0.1:1/other',
        'http://localhost:1/callback',
        'http://127.0.0.1:1/callback?x',
      ],
    ]) {
      expect([other, isOne(other)]).toEqual([other, false])
    }
  })

  it('is shown as what it is', () => {
    expect(redirectPlace('https://app.example:8443/back')).toBe('app.example:8443')
    expect(redirectPlace('http://localhost:1/callback')).toBe('this machine')
    expect(redirectPlace('cursor://x/y')).toBe('the app cursor')
  })
})
