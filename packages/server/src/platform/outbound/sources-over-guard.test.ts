import type { SourceConfig } from '@repertoire/core/domain'
import type { SourceReader } from '@repertoire/core/ports'
import {
  createPluginMarketplaceReader,
  createSkillsShRegistry,
  createUrlReader,
  createWellKnownReader,
} from '@repertoire/sources'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  createOutboundServers,
  type OutboundServers,
  problemOf,
} from '../../testing/outbound-servers.ts'

const skillMd = '---\nname: a\ndescription: A.\n---\n\nText.\n'
const index = JSON.stringify({ skills: [{ name: 'a', description: 'A.', files: ['SKILL.md'] }] })

let servers: OutboundServers
let asked: { readonly line: string; readonly token: string | undefined }[]
beforeEach(() => {
  servers = createOutboundServers()
  asked = []
})
afterEach(() => servers.close())

const internet = () =>
  servers.http((request, response) => {
    const path = request.url ?? '/'
    asked.push({ line: `${request.headers.host}${path}`, token: request.headers.authorization })
    const target = /^\/to\?(.*)$/.exec(path)?.[1]
    if (target) response.writeHead(302, { location: target }).end()
    else if (path === '/.well-known/skills/index.json') response.end(index)
    else if (path.endsWith('SKILL.md')) response.end(skillMd)
    else response.writeHead(404).end()
  })

const noGit: SourceReader = {
  open: async () => {
    throw new Error('no repository is asked')
  },
}

const open = (reader: SourceReader, config: SourceConfig, token: string | null = null) =>
  reader.open({ config, token, knownVersion: null, signal: new AbortController().signal })

describe('sources over the guarded fetch', () => {
  it.each(['127.0.0.1', '169.254.169.254', '[::1]', 'localhost', '10.0.0.1'])(
    'do not reach %s, by their address or by a redirect',
    async (inside) => {
      const port = await internet()
      const fetch = servers.guard(`public.example:${port}`)
      const urls = [
        `http://${inside}:${port}/SKILL.md`,
        `http://public.example:${port}/to?http://${inside}:${port}/SKILL.md`,
      ]
      for (const url of urls) {
        const problem = await problemOf(open(createUrlReader({ fetch }), { kind: 'url', url }))
        expect(problem).toMatchObject({ code: 'source.address-refused', kind: 'forbidden' })
        const wellKnown = createWellKnownReader({ fetch })
        const place = url.replace(/SKILL\.md$/, 'index.json')
        const other = await problemOf(open(wellKnown, { kind: 'well-known', url: place }))
        expect(other.code).toMatch(/^source\.(?:address-refused|not-found-or-private)$/)
        const marketplace = createPluginMarketplaceReader({ fetch, git: noGit })
        const list = url.replace(/SKILL\.md$/, 'marketplace.json')
        const third = await problemOf(open(marketplace, { kind: 'plugin-marketplace', url: list }))
        expect(third.code).toMatch(/^source\.(?:address-refused|not-found-or-private|unsupported)$/)
      }
      expect(asked.every(({ line }) => line.startsWith('public.example'))).toBe(true)
    },
  )

  it('ask no registry inside', async () => {
    const port = await internet()
    const fetch = servers.guard(`public.example:${port}`)
    const { signal } = new AbortController()
    for (const inside of ['127.0.0.1', '169.254.169.254', '[fd00::1]']) {
      const baseUrl = `http://${inside}:${port}`
      const registry = createSkillsShRegistry({ fetch, baseUrl, token: 'secret' })
      const problem = await problemOf(registry.search({ query: 'a', limit: 1, signal }))
      expect(problem.code).toBe('registry.address-refused')
    }
    expect(asked).toEqual([])
  })

  it('keep a token on its origin, also when a redirect leads to another', async () => {
    const port = await internet()
    const fetch = servers.guard(`public.example:${port},other.example:${port}`)
    const url = `http://public.example:${port}/to?http://other.example:${port}/SKILL.md`
    await open(createUrlReader({ fetch }), { kind: 'url', url }, 'secret')
    expect(asked.map(({ token }) => token)).toEqual(['Bearer secret', undefined])
  })

  it('say that an index comes from another host, and take no file from a third one', async () => {
    const port = await internet()
    const moved = await servers.http((request, response) => {
      const isIndex = request.url === '/.well-known/skills/index.json'
      const location = `http://other.example:${port}/.well-known/skills/index.json`
      if (isIndex) response.writeHead(302, { location }).end()
      else response.writeHead(404).end()
    })
    const reader = createWellKnownReader({
      fetch: servers.guard(`public.example:${moved},other.example:${port}`),
    })
    const config = { kind: 'well-known', url: `http://public.example:${moved}` } as const
    const source = await open(reader, config, 'secret')
    expect(source).toMatchObject({ status: 'changed', notices: [{ code: 'owner.changed' }] })
    expect(asked.map(({ token }) => token)).toEqual([undefined, undefined])
    const leaving = await servers.http((request, response) => {
      if (request.url?.endsWith('index.json')) response.end(index)
      else response.writeHead(302, { location: `http://other.example:${port}/SKILL.md` }).end()
    })
    const other = createWellKnownReader({
      fetch: servers.guard(`public.example:${leaving},other.example:${port}`),
    })
    const opened = await open(other, {
      kind: 'well-known',
      url: `http://public.example:${leaving}/x`,
    })
    if (opened.status === 'unchanged') throw new Error('it is unchanged')
    for await (const item of opened.read(['a'])) {
      expect(item.problem?.code).toBe('source.address-refused')
    }
  })
})
