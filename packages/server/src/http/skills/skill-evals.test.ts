import { RepertoireClient } from '@repertoire/client'
import type { ImportResponse, ProblemBody, SkillEvalBody } from '@repertoire/protocol'
import { describe, expect, it } from 'vitest'
import { base64, createTestServer, type TestServer } from '../../testing/test-server.ts'

const triggers = `must_surface: [swap my tokens, sing a song]
must_not_surface: [swap seats with me, "bridge it, please"]
`

async function importSkill(
  server: TestServer,
  name: string,
  { lines = [], files = {} }: { lines?: readonly string[]; files?: Record<string, string> },
): Promise<string> {
  const skillMd = ['---', `name: ${name}`, `description: About ${name}.`, ...lines, '---', 'Body.']
  const items = Object.entries({ 'SKILL.md': skillMd.join('\n'), ...files })
  const { body } = await server.call<ImportResponse>('/api/v1/imports', {
    method: 'POST',
    body: {
      scope: 'org',
      items: [
        {
          path: name,
          files: items.map(([path, text]) => {
            return { path, content_base64: base64(text), executable: false }
          }),
        },
      ],
    },
  })
  return body.results[0]?.skill?.id ?? ''
}

async function withSwap(file = 'evals/triggers.yaml', text = triggers) {
  const server = await createTestServer()
  const id = await importSkill(server, 'swap', {
    lines: ['metadata:', '  repertoire.keywords: swap, exchange'],
    files: { [file]: text },
  })
  await importSkill(server, 'bridge', { lines: ['metadata:', '  repertoire.keywords: bridge'] })
  const run = (body: object = {}) =>
    server.call<SkillEvalBody>(`/api/v1/skills/${id}/evals`, { method: 'POST', body })
  return { server, id, run }
}

describe('POST /api/v1/skills/{id}/evals', () => {
  it('reports how well messages find the skill, and why for each message', async () => {
    const { run } = await withSwap()
    const { body } = await run()
    expect(body).toMatchObject({
      ...{ slug: 'swap', path: 'evals/triggers.yaml', within: 3, diagnostics: [] },
      ...{ precision: 0.5, recall: 0.5, by_search: { precision: 0.5, recall: 0.5 } },
      confusions: [
        { slug: null, messages: 1 },
        { slug: 'swap', messages: 1 },
      ],
    })
    expect(body.outcomes).toMatchObject([
      {
        message: 'swap my tokens',
        line: 1,
        surfaced: true,
        place: 1,
        search_place: 1,
        reasons: ['kw:swap'],
      },
      { message: 'sing a song', surfaced: false, place: null, search_place: null, first: null },
      { message: 'swap seats with me', must_surface: false, surfaced: true },
      { message: 'bridge it, please', surfaced: false, first: 'bridge', slot: 'fallback' },
    ])
  })

  it('reads foreign formats, reports what cannot be used, and runs the rest', async () => {
    const set = [
      { query: 'swap it', should_trigger: true },
      { query: 7, should_trigger: true },
    ]
    const { run } = await withSwap('evals/trigger-eval.json', JSON.stringify(set))
    const { body } = await run({ within: 1 })
    expect(body).toMatchObject({ path: 'evals/trigger-eval.json', recall: 1, within: 1 })
    expect(body.diagnostics.map(({ code }) => code)).toEqual(['triggers.not-a-message'])
  })

  it('is empty for a skill without tests, and runs nothing of a broken file', async () => {
    const { server } = await withSwap()
    const id = await importSkill(server, 'plain', {})
    const path = `/api/v1/skills/${id}/evals`
    const none = await server.call<SkillEvalBody>(path, { method: 'POST', body: {} })
    expect(none.body).toMatchObject({ path: null, outcomes: [], precision: null, recall: null })
    const { run } = await withSwap('evals/triggers.yaml', '['.repeat(60_000))
    const { body } = await run()
    expect(body.outcomes).toEqual([])
    expect(body.diagnostics.map(({ code }) => code)).toEqual(['triggers.too-large'])
  })

  it('refuses callers without access, unknown agents and invalid input', async () => {
    const { server, id, run } = await withSwap()
    const path = `/api/v1/skills/${id}/evals`
    const outsider = await server.addTenant()
    const asked = async (options: { body?: object; key?: string | null }, at = path) => {
      const { status, body } = await server.call<ProblemBody>(at, {
        ...{ method: 'POST', body: {}, ...options },
      })
      return [status, body.code]
    }
    expect(await asked({ key: outsider.key })).toEqual([404, 'skill.not-found'])
    expect((await asked({ key: null }))[0]).toBe(401)
    expect((await run({ agent_id: 'agt_nowhere' })).status).toBe(404)
    expect((await run({ within: 0 })).status).toBe(400)
  })

  it('yields to other requests between two messages', async () => {
    const many = Array.from({ length: 50 }, (_, index) => `swap ${index}`)
    const { run } = await withSwap('evals/triggers.yaml', `must_surface: [${many.join(', ')}]`)
    let turns = 0
    let running = true
    const count = () => {
      turns += 1
      if (running) setImmediate(count)
    }
    setImmediate(count)
    const { body } = await run()
    running = false
    expect(body.outcomes).toHaveLength(50)
    expect(turns).toBeGreaterThanOrEqual(50)
  })

  it('is a method of the client', async () => {
    const { server, id } = await withSwap()
    const client = new RepertoireClient({
      baseUrl: 'http://repertoire.example',
      apiKey: server.ownerKey,
      fetch: async (request) => server.http.fetch(new Request(request)),
    })
    expect((await client.skills.runEvals(id, { within: 20 })).within).toBe(20)
  })
})
