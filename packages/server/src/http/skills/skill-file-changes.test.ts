import type { ImportResponse, SkillBody } from '@repertoire/protocol'
import { beforeEach, describe, expect, it } from 'vitest'
import { createTestServer, skillMd, type TestServer } from '../../testing/test-server.ts'

const base64 = (text: string) => Buffer.from(text).toString('base64')

describe('files of a skill that are added, renamed and deleted over REST', () => {
  let server: TestServer
  let skill: SkillBody
  const url = () => `/api/v1/skills/${skill.id}`
  const change = (body: object) => server.call<SkillBody>(url(), { method: 'PUT', body })
  const pathsOf = ({ files }: SkillBody) => files.map(({ path }) => path)

  beforeEach(async () => {
    server = await createTestServer()
    const files = [
      { path: 'SKILL.md', content_base64: base64(skillMd('alpha')) },
      { path: 'notes.md', content_base64: base64('Notes.') },
      { path: 'run.py', content_base64: base64('print(1)') },
    ]
    const { body } = await server.call<ImportResponse>('/api/v1/imports', {
      body: { items: [{ path: 'alpha', files }] },
    })
    const id = body.results[0]?.skill?.id
    skill = (await server.call<SkillBody>(`/api/v1/skills/${id}`)).body
  })

  it('are one revision, and the earlier one keeps its files', async () => {
    const { status, body } = await change({
      file_texts: [{ path: 'references/more.md', content: 'More.' }],
      file_renames: [{ from: 'notes.md', to: 'references/notes.md' }],
      file_deletions: ['run.py'],
    })
    expect([status, body.revision]).toEqual([200, 2])
    expect(pathsOf(body)).toEqual(['SKILL.md', 'references/more.md', 'references/notes.md'])
    const read = async (query: Record<string, string>) =>
      (await server.request(`${url()}/files?${new URLSearchParams(query)}`)).text()
    expect(await read({ path: 'references/notes.md' })).toBe('Notes.')
    expect(await read({ path: 'run.py', digest: skill.digest })).toBe('print(1)')
  })

  it.each([
    [{ file_deletions: ['SKILL.md'] }, 'skill.md-stays'],
    [{ file_deletions: ['absent.md'] }, 'skill.file-missing'],
    [{ file_deletions: ['run.py', 'run.py'] }, 'skill.file-changed-twice'],
    [{ file_renames: [{ from: 'run.py', to: '../run.py' }] }, 'package.bad-path'],
    [{ file_renames: [{ from: 'run.py', to: 'NOTES.md' }] }, 'package.path-collision'],
    [{ file_texts: [{ path: '/etc/passwd', content: '' }] }, 'package.bad-path'],
    [{ file_deletions: [] }, 'request.invalid'],
  ])('are refused as a whole: %j', async (body, code) => {
    const refused = await change({ ...body, content: skillMd('alpha', 'Other.') })
    expect([refused.status, refused.body]).toEqual([400, expect.objectContaining({ code })])
    const { body: now } = await server.call<SkillBody>(url())
    expect([now.revision, now.content]).toEqual([1, skill.content])
  })
})
