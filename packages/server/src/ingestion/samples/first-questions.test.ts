import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { RepertoireClient } from '@repertoire/client'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ServerProcess, startServerProcess } from '../../testing/server-process.ts'

let dataDir: string
let server: ServerProcess
let client: RepertoireClient

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'repertoire-first-questions-'))
  server = await startServerProcess(dataDir, { REPERTOIRE_SAMPLES: 'on' })
  const { key: apiKey } = JSON.parse(readFileSync(join(dataDir, 'local.json'), 'utf8'))
  client = new RepertoireClient({ baseUrl: server.url, apiKey })
})

afterEach(async () => {
  await server.stop('SIGKILL')
  rmSync(dataDir, { recursive: true, force: true })
})

/** The slugs that a new conversation about the question enables, and its answer. */
async function ask(question: string) {
  const { id } = await client.conversations.create({})
  const turn = await client.conversations.send(id, question)
  const { skills } = await client.conversations.get(id)
  return { text: turn.reply ?? '', enabled: skills.enabled_skills.map(({ slug }) => slug) }
}

const questions = async () => (await client.conversations.suggestedQuestions({ limit: 12 })).items

describe('the questions that a new server suggests', { timeout: 120_000 }, () => {
  it('each uses the skill that stands beside it, with the demo model', async () => {
    const suggested = await questions()
    expect(suggested.map(({ skill }) => skill.slug).toSorted()).toEqual(
      [
        ...['code-review', 'data-quality-check', 'incident-updates', 'postgres-health-triage'],
        ...['release-notes', 'skill-writing'],
      ].map((name) => `sample-${name}`),
    )
    for (const { text, skill } of suggested) {
      const answer = await ask(text)
      expect([text, answer.enabled]).toEqual([text, [skill.slug]])
      expect(answer.text).not.toContain('No skill fits')
    }
  })

  it('begin with what the organisation brought in, and leave out what is off', async () => {
    const files = [
      [
        'SKILL.md',
        '---\nname: Zeppelin docking\ndescription: How to dock a zeppelin.\n---\nSlowly.\n',
      ],
      ['evals/triggers.yaml', 'must_surface: [tell a joke, The zeppelin wants to dock]\n'],
    ] as const
    const { results } = await client.skills.import({
      scope: 'org',
      items: [
        {
          path: 'zeppelin-docking',
          files: files.map(([path, text]) => ({
            ...{ path, executable: false },
            content_base64: Buffer.from(text).toString('base64'),
          })),
        },
        {
          path: 'kite-repair',
          files: [
            {
              ...{ path: 'SKILL.md', executable: false },
              content_base64: Buffer.from(
                '---\nname: Kite repair\ndescription: Mends torn kites.\n---\nSew.\n',
              ).toString('base64'),
            },
          ],
        },
      ],
    })
    const brought = (await questions()).slice(0, 3).map(({ text, skill }) => [text, skill.sample])
    expect(brought).toEqual([
      ['The zeppelin wants to dock', false],
      ['What can Kite repair do for me?', false],
      [expect.any(String), true],
    ])
    expect((await ask('What can Kite repair do for me?')).enabled).toEqual(['kite-repair'])
    const id = results[0]?.skill?.id ?? ''
    await client.skills.update(id, { enabled: false })
    const slugs = (await questions()).map(({ skill }) => skill.slug)
    expect(slugs).not.toContain('zeppelin-docking')
    expect(slugs[0]).toBe('kite-repair')
  })
})
