import type { PackageFile } from '@repertoire/core/domain'
import { digestOf, manifestOf } from '@repertoire/core/ingest'
import { createClawHubRegistry, createRegistryReader } from '@repertoire/sources'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createOutboundServers, type OutboundServers } from '../../testing/outbound-servers.ts'
import { addSkill, filesOfEveryKind } from '../../testing/registry-fixtures.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { type ListeningServer, listen } from '../listening/listen.ts'

let upstream: TestServer
let listening: ListeningServer
let servers: OutboundServers
let token: string
const { signal } = new AbortController()
const base = '/api/v1/registry/clawhub/api/v1'

beforeEach(async () => {
  upstream = await createTestServer()
  listening = await listen(upstream.http, { host: '127.0.0.1', port: 0 })
  servers = createOutboundServers()
  token = (await upstream.addMember('member', ['skills.read'])).key
  await addSkill(upstream, { name: 'alone' })
  await addSkill(upstream, { name: 'varied', ...filesOfEveryKind })
  const off = await addSkill(upstream, { name: 'off' })
  await upstream.call(`/api/v1/skills/${off.skill?.id}`, {
    ...{ method: 'PUT', body: { enabled: false } },
  })
  await addSkill(upstream, { name: 'private', scope: 'user' })
})
afterEach(async () => {
  await servers.close()
  await listening.close(0)
})

const site = () => `http://upstream.localhost:${listening.port}`
const guarded = () => servers.guard(`upstream.localhost:${listening.port}`)
/** Our own client, given the address of the server alone: it finds the interface. */
const hub = (given: string | null = token) =>
  createClawHubRegistry({ fetch: guarded(), baseUrl: site(), token: given })
const sha256 = (data: string | Uint8Array) => upstream.app.sha256(data)
const digestOfFiles = (files: readonly PackageFile[]) => digestOf(manifestOf(files, sha256), sha256)
const get = (path: string, key: string | null = token) =>
  upstream.request(`${base}/${path}`, { key })

describe('the registry in the shapes of ClawHub', () => {
  it('names the licence of a skill, and no licence text', async () => {
    await addSkill(upstream, { name: 'licensed', frontmatter: 'license: Apache-2.0' })
    const text = 'x'.repeat(300)
    await addSkill(upstream, { name: 'wordy', frontmatter: `license: ${text}` })
    const licenseOf = async (name: string) => {
      const path = `${base}/skills/${name}`
      type Answer = { readonly latestVersion: { readonly license: string | null } }
      return (await upstream.call<Answer>(path, { key: token })).body.latestVersion.license
    }
    expect(await Promise.all(['licensed', 'alone', 'wordy'].map(licenseOf))).toEqual([
      ...['Apache-2.0', null, null],
    ])
  })

  it('A11: our own ClawHub client finds, lists, describes and installs, with the same digests', async () => {
    const found = await hub().search({ query: 'invoice', limit: 10, signal })
    expect(found.map(({ id }) => id).toSorted()).toEqual(['repertoire/alone', 'repertoire/varied'])
    const trending = await hub().trending({ limit: 10, signal })
    expect(trending.map(({ slug }) => slug).toSorted()).toEqual(['alone', 'varied'])
    const { items } = (
      await upstream.call<{ items: { slug: string; digest: string }[] }>('/api/v1/skills')
    ).body
    for (const { id, slug } of found) {
      expect(await hub().metadata(id, signal)).toMatchObject({
        ...{ slug, description: `Invoice work of ${slug}.`, source: 'repertoire' },
      })
      const { files, diagnostics } = await hub().fetch(id, signal)
      const there = items.find((one) => one.slug === slug)?.digest
      expect([slug, digestOfFiles(files), diagnostics]).toEqual([slug, there, []])
    }
  })

  it('A9: as a source of taken skills: unchanged until one changes, then the new revision alone', async () => {
    const config = { kind: 'clawhub', baseUrl: site(), skills: ['varied', 'off'] } as const
    const reader = createRegistryReader({ fetch: guarded() })
    const open = (knownVersion: string | null) =>
      reader.open({ config, token, knownVersion, signal })
    const first = await open(null)
    if (first.status === 'unchanged') throw new Error('it is unchanged')
    expect(first.entries).toEqual([{ id: 'varied', token: 'version:0.0.1' }])
    expect(await open(first.version)).toEqual({ status: 'unchanged' })
    await addSkill(upstream, { name: 'varied', ...filesOfEveryKind, body: 'Otherwise.\n' })
    const second = await open(first.version)
    expect(second).toMatchObject({ entries: [{ token: 'version:0.0.2' }] })
    // What was replaced is not given out any more.
    expect((await get('skills/varied/versions/0.0.1')).status).toBe(404)
    expect((await get('download?slug=varied&version=0.0.1')).status).toBe(404)
    expect((await get('download?slug=varied&version=0.0.2')).status).toBe(200)
    expect((await get('skills/varied/file?path=SKILL.md&tag=old')).status).toBe(404)
  })

  it('is for keys that may read skills: in the header, or narrow ones in the address', async () => {
    expect((await get('skills', null)).status).toBe(401)
    const other = await upstream.addMember('member', ['conversations.use'])
    expect((await get('skills', other.key)).status).toBe(403)
    const inAddress = (key: string) =>
      upstream.request(`/api/v1/registry/k/${key}/clawhub/api/v1/skills/alone/install`, {
        key: null,
      })
    const { archive } = (await (await inAddress(token)).json()) as {
      archive: { downloadUrl: string }
    }
    expect(archive.downloadUrl).toContain(`/k/${token}/clawhub/api/v1/download?slug=alone`)
    expect((await inAddress(upstream.ownerKey)).status).toBe(403)
    await expect(hub(null).trending({ limit: 1, signal })).rejects.toMatchObject({
      problem: { code: 'registry.token-required' },
    })
    const elsewhere = await upstream.addTenant()
    const { items } = (await (await get('skills', elsewhere.key)).json()) as { items: unknown[] }
    expect(items).toEqual([])
  })

  it('what is disabled, private, or of another owner is as if it had never been', async () => {
    const paths = ['', '/versions', '/versions/0.0.1', '/install', '/file?path=SKILL.md']
    for (const name of ['off', 'private', 'nothing']) {
      const all = [
        ...paths.map((rest) => `skills/${name}${rest}`),
        `download?slug=${name}`,
        `resolve?slug=${name}&hash=x`,
      ]
      for (const path of all) expect([path, (await get(path)).status]).toEqual([path, 404])
    }
    for (const path of ['skills/alone?', 'download?slug=alone&']) {
      expect((await get(`${path}ownerHandle=somebody`)).status).toBe(404)
      expect((await get(`${path}ownerHandle=@repertoire`)).status).toBe(200)
    }
  })

  it('pages, filters by prefix, and finds exactly', async () => {
    const names = async (query: string) => {
      const { items, nextCursor } = (await (await get(`skills?${query}`)).json()) as {
        items: { slug: string }[]
        nextCursor: string | null
      }
      return [items.map(({ slug }) => slug), nextCursor]
    }
    expect(await names('sort=name&limit=1')).toEqual([['alone'], '1'])
    expect(await names('sort=name&limit=1&cursor=1')).toEqual([['varied'], null])
    expect(await names('prefix=var')).toEqual([['varied'], null])
    const exact = (await (await get('search?q=varied&mode=exact')).json()) as {
      results: { slug: string }[]
    }
    expect(exact.results.map(({ slug }) => slug)).toEqual(['varied'])
  })

  it('gives single files as text that no browser shows, and only those of the manifest', async () => {
    const reply = await get('skills/varied/file?path=scripts/run.sh')
    expect(await reply.text()).toBe(filesOfEveryKind.files['scripts/run.sh'])
    expect(reply.headers.get('content-disposition')).toBe('attachment')
    const etag = reply.headers.get('etag') ?? ''
    const again = await upstream.request(`${base}/skills/varied/file?path=scripts/run.sh`, {
      ...{ key: token, headers: { 'if-none-match': etag } },
    })
    expect(again.status).toBe(304)
    for (const path of ['../alone/SKILL.md', 'nothing.md', '/etc/passwd']) {
      const query = new URLSearchParams({ path })
      expect((await get(`skills/varied/file?${query}`)).status).toBe(404)
    }
  })

  it('each skill that leaves is in the audit log, with who took it', async () => {
    await hub().fetch('varied', signal)
    const { body } = await upstream.call<{ items: { action: string; details: object }[] }>(
      '/api/v1/audit?limit=200',
    )
    const taken = body.items.filter(({ action }) => action === 'skill-exported')
    expect(taken.map(({ details }) => details)).toEqual([
      expect.objectContaining({ slug: 'varied', via: 'registry' }),
    ])
  })
})
