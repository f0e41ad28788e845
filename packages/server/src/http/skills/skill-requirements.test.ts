import type { ImportResponse, ProblemBody, SkillRequirementsBody } from '@repertoire/protocol'
import { openSandbox } from '@repertoire/sandbox'
import { afterAll, describe, expect, it } from 'vitest'
import { base64, createTestServer, skillMd, type TestServer } from '../../testing/test-server.ts'

async function skillWith(server: TestServer, files: Record<string, string>): Promise<string> {
  const all = Object.entries({ 'SKILL.md': skillMd('needy'), ...files })
  const items = all.map(([path, text]) => ({
    path,
    content_base64: base64(text),
    executable: false,
  }))
  const { body } = await server.call<ImportResponse>('/api/v1/imports', {
    method: 'POST',
    body: { scope: 'org', items: [{ path: 'needy', files: items }] },
  })
  return body.results[0]?.skill?.id ?? ''
}

const bubblewrap = await openSandbox({ concurrency: 1 })
const { available } = await bubblewrap.health()
afterAll(() => bubblewrap.close(0))

const unresolved = { installed: false, status: 'needs-approval', list: null }

describe('requirements of a skill’s scripts', () => {
  it('C10: are read from its newest revision, and not installed without a sandbox', async () => {
    const server = await createTestServer()
    const id = await skillWith(server, {
      'requirements.txt': 'Pandas >= 2 # tables\n',
      'package.json': '{"dependencies":{"zod":"^4"}}',
    })
    const { body } = await server.call<SkillRequirementsBody>(`/api/v1/skills/${id}/requirements`)
    expect(body).toEqual({
      items: [
        { kind: 'python', packages: ['pandas>=2'], ...unresolved },
        { kind: 'node', packages: ['zod@^4'], ...unresolved },
      ],
      problem: expect.stringContaining('switched off'),
    })
  })

  it.skipIf(!available)('C10: are reported as not installed with bubblewrap, too', async () => {
    const server = await createTestServer({ sandbox: bubblewrap })
    const id = await skillWith(server, { 'requirements.txt': 'pandas\n' })
    const { body } = await server.call<SkillRequirementsBody>(`/api/v1/skills/${id}/requirements`)
    const items = [{ kind: 'python', packages: ['pandas'], ...unresolved }]
    expect(body).toEqual({ items, problem: null })
  })

  it('C10: are empty for most skills, and explained where they are refused', async () => {
    const server = await createTestServer()
    const plain = await skillWith(server, { 'run.py': 'print(1)' })
    const path = (id: string) => `/api/v1/skills/${id}/requirements`
    expect((await server.call(path(plain))).body).toEqual({ items: [], problem: null })
    const hostile = await skillWith(server, { 'requirements.txt': 'six\n-r /etc/passwd\n' })
    const { body } = await server.call<SkillRequirementsBody>(path(hostile))
    expect(body.problem).toContain('requirements.txt, line 2: The option -r is not supported.')
    const gone = await server.call<ProblemBody>(path('skl_nowhere'))
    expect([gone.status, gone.body.code]).toEqual([404, 'skill.not-found'])
  })
})
