import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { AuditPage, ImportResponse, ImportResult, SkillBody } from '@repertoire/protocol'
import { describe, expect, it } from 'vitest'
import { base64, createTestServer, skillMd, type TestServer } from '../../testing/test-server.ts'

interface Item {
  path: string
  files: { path: string; content_base64: string; executable?: boolean }[]
}

const one = (path: string, text: string, more: Item['files'] = []): Item => ({
  path,
  files: [{ path: 'SKILL.md', content_base64: base64(text) }, ...more],
})

async function bringIn(
  server: TestServer,
  items: Item[],
  acknowledged: string[] = [],
): Promise<ImportResult[]> {
  const body = { items, acknowledged_findings: acknowledged }
  const answer = await server.call<ImportResponse>('/api/v1/imports', { body })
  expect(answer.status).toBe(200)
  return answer.body.results
}

const statuses = (results: ImportResult[]) => results.map((result) => result.status)

describe('imports', () => {
  it('one bad skill does not affect the others, and results are in order', async () => {
    const server = await createTestServer()
    const results = await bringIn(server, [
      one('a', skillMd('alpha')),
      one('bad-path', skillMd('beta'), [{ path: '../../evil', content_base64: base64('x') }]),
      { path: 'empty', files: [{ path: 'README.md', content_base64: base64('x') }] },
      one('z', skillMd('omega')),
    ])
    expect(statuses(results)).toEqual(['created', 'refused', 'refused', 'created'])
    expect(results[1]?.problem?.code).toBe('package.bad-path')
    expect(results[2]?.problem?.code).toBe('skill.md-missing')
    expect(results.map((result) => result.path)).toEqual(['a', 'bad-path', 'empty', 'z'])
  })

  it('a repeated import changes nothing, a changed file makes a revision, and the switch stays', async () => {
    const server = await createTestServer()
    const [first] = await bringIn(server, [one('a', skillMd('alpha'))])
    const path = `/api/v1/skills/${first?.skill?.id}`
    await server.call(path, { method: 'PUT', body: { enabled: false } })
    const again = await bringIn(server, [one('a', skillMd('alpha'))])
    expect(statuses(again)).toEqual(['unchanged'])
    const changed = await bringIn(server, [one('a', skillMd('alpha', 'new body\n'))])
    expect(statuses(changed)).toEqual(['updated'])
    const { body } = await server.call<SkillBody>(path)
    expect(body).toMatchObject({ revision: 2, enabled: false, provenance: 'imported' })
    const audit = await server.call<AuditPage>('/api/v1/audit?action=skill-imported')
    expect(audit.body.items).toHaveLength(2)
  })

  it('the same slug twice in one request: the second is refused', async () => {
    const server = await createTestServer()
    const results = await bringIn(server, [
      one('first', skillMd('alpha', 'one\n')),
      one('second', skillMd('alpha', 'two\n')),
    ])
    expect(statuses(results)).toEqual(['created', 'refused'])
    expect(results[1]?.problem).toMatchObject({ code: 'skill.duplicate-in-import' })
    expect(results[1]?.problem?.message).toContain('first')
  })

  it('files are stored with the skill, survive an edit of the text, and are only ever downloads', async () => {
    const server = await createTestServer()
    const html = '<script>alert(1)</script>'
    const script = {
      path: 'scripts/run.sh',
      content_base64: base64('#!/bin/sh\n'),
      executable: true,
    }
    const page = { path: 'a "b".html', content_base64: base64(html) }
    const [result] = await bringIn(server, [one('a', skillMd('alpha'), [script, page])])
    const path = `/api/v1/skills/${result?.skill?.id}`
    await server.call(path, { method: 'PUT', body: { description: 'Other.' } })
    const { body } = await server.call<SkillBody>(path)
    const listed = body.files.map((file) => [file.path, file.executable])
    expect(listed).toContainEqual(['scripts/run.sh', true])

    const file = await server.request(`${path}/files?path=${encodeURIComponent(page.path)}`)
    expect(await file.text()).toBe(html)
    expect(file.headers.get('content-type')).toBe('application/octet-stream')
    expect(file.headers.get('content-disposition')).toMatch(/^attachment; .*''a%20%22b%22\.html$/)
    expect(file.headers.get('content-security-policy')).toContain('sandbox')
    for (const wrong of ['../SKILL.md', 'nothing', '%00']) {
      expect((await server.call(`${path}/files?path=${wrong}`)).status).toBeGreaterThanOrEqual(400)
    }
  })

  it('accepts at most 50 skills, and names invalid base64 by its position', async () => {
    const server = await createTestServer()
    const items = Array.from({ length: 51 }, (_, n) => one(`${n}`, skillMd(`s${n}`)))
    const many = await server.call('/api/v1/imports', { body: { items } })
    expect([many.status, many.body.code]).toEqual([400, 'request.invalid'])
    const bad = { path: 'a', files: [{ path: 'SKILL.md', content_base64: '!!!' }] }
    const wrong = await server.call('/api/v1/imports', { body: { items: [bad] } })
    expect(JSON.stringify(wrong.body.details)).toContain('body.items.0.files.0.content_base64')
  })

  it('a member imports personal skills only', async () => {
    const server = await createTestServer()
    const { key } = await server.addMember('member')
    const items = [one('a', skillMd('alpha'))]
    const org = await server.call('/api/v1/imports', { key, body: { items } })
    expect([org.status, org.body.code]).toEqual([403, 'skill.org-scope-forbidden'])
    const own = await server.call('/api/v1/imports', { key, body: { scope: 'user', items } })
    expect(own.status).toBe(200)
  })
})

const realSkills = join(import.meta.dirname, '../../../../../../shared/data/skills')

describe.skipIf(!existsSync(realSkills))('real skills (needs ../shared/data)', () => {
  it('all of them are imported, and a repeated import changes nothing', async () => {
    const server = await createTestServer()
    const items = findSkills(realSkills)
    const seen: string[] = []
    for (const run of [1, 2]) {
      for (let at = 0; at < items.length; at += 25) {
        const some = items.slice(at, at + 25)
        const first = await bringIn(server, some)
        const found = first.flatMap(({ problem }) => problem?.details?.digest ?? [])
        // Those whose findings somebody read are sent again.
        const taken = some.filter((_, index) => first[index]?.problem)
        const again = taken.length > 0 ? await bringIn(server, taken, found as string[]) : []
        const results = [...first.filter(({ problem }) => !problem), ...again]
        seen.push(...results.map((result) => `${run} ${result.status}`))
      }
    }
    expect(items.length).toBe(244)
    expect(Object.entries(countBy(seen)).toSorted()).toEqual([
      ['1 created', 244],
      ['2 unchanged', 244],
    ])
  })
})

function findSkills(folder: string): Item[] {
  const names = readdirSync(folder)
  if (names.includes('SKILL.md'))
    return [{ path: relative(realSkills, folder), files: readAll(folder, '') }]
  return names.flatMap((name) => {
    const path = join(folder, name)
    return statSync(path).isDirectory() ? findSkills(path) : []
  })
}

function readAll(folder: string, prefix: string): Item['files'] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return readAll(path, `${prefix}${entry.name}/`)
    if (!entry.isFile()) return []
    return [
      { path: `${prefix}${entry.name}`, content_base64: readFileSync(path).toString('base64') },
    ]
  })
}

function countBy(values: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1
  return counts
}
