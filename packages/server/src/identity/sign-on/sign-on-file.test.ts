import { describe, expect, it } from 'vitest'
import { parseSignOn, readSignOnFile } from './sign-on-file.ts'

const provider = 'issuer: "https://id.example", client_id: c, default_role: member'
const read = (entry: string, url = 'https://repertoire.example') =>
  parseSignOn(`public_url: ${url}\nproviders:\n  acme: { ${entry} }\n`, { SECRET: 'hush' })

describe('the operator’s file of identity providers', () => {
  it('names issuer, client and the explicit rule of who comes in', () => {
    const { publicUrl, providers } = read(
      `${provider}, client_secret: "\${SECRET}", roles: { a: admin }, email_domains: [ACME.example]`,
    )
    expect(publicUrl).toBe('https://repertoire.example')
    expect(providers).toMatchObject([
      { id: 'acme', title: 'acme', clientSecret: 'hush', scopes: ['openid', 'profile', 'email'] },
    ])
    expect(providers[0]?.rule).toEqual({
      emailDomains: ['acme.example'],
      groupRoles: new Map([['a', 'admin']]),
      defaultRole: 'member',
    })
  })

  it.each([
    ['plain HTTP elsewhere', 'issuer: "http://id.example", client_id: c, default_role: member'],
    ['no rule', 'issuer: "https://id.example", client_id: c'],
    ['a role that owners give', `${provider}, roles: { o: owner }`],
    ['an unknown word', `${provider}, trust_email: true`],
    ['a missing variable', `${provider}, client_secret: "\${NONE}"`],
    ['an address as a domain', `${provider}, email_domains: ["a@b.example"]`],
  ])('is refused as a whole with %s', (_, entry) => {
    expect(() => read(entry)).toThrow('sign-on.yaml cannot be used')
  })

  it('browsers reach the server by TLS, or on this machine, at an origin', () => {
    for (const url of ['http://x.example', 'https://x.example/app', 'x', 'https://u@x.example'])
      expect(() => read(provider, url)).toThrow('public_url')
    expect(read(provider, 'http://127.0.0.1:4000').publicUrl).toBe('http://127.0.0.1:4000')
  })

  it('need not exist', async () => {
    expect(await readSignOnFile('/no/such/sign-on.yaml', {})).toBeNull()
  })

  it('no mistake in it repeats a secret', () => {
    expect(() => read(`${provider}, client_secret: { x: "\${SECRET}" }`)).not.toThrow('hush')
  })
})
