import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { observeFiles } from '../../testing/observed-files.ts'
import { addSkill, filesOfEveryKind } from '../../testing/registry-fixtures.ts'
import { createTestServer } from '../../testing/test-server.ts'

const index = '/api/v1/registry/.well-known/agent-skills/index.json'

it('a first index of many skills leaves room for other requests, and reads each file once', async () => {
  const files = observeFiles()
  const server = await createTestServer({ store: files.store })
  for (let at = 0; at < 40; at += 1) await addSkill(server, { name: `s${at}`, ...filesOfEveryKind })
  files.reads.length = 0
  let turns = 0
  let ended = false
  const count = async () => {
    while (!ended) {
      turns += 1
      await setImmediate()
    }
  }
  const counting = count()
  const answers = await Promise.all([server.request(index), server.request(index)])
  ended = true
  await counting
  const texts = await Promise.all(answers.map((answer) => answer.text()))
  expect(texts[0]).toBe(texts[1])
  expect(JSON.parse(texts[0] ?? '').skills).toHaveLength(40)
  expect(files.reads).toHaveLength(40 * 4)
  expect(turns).toBeGreaterThan(40)
})

it('one damaged skill does not take the others from the index, which is then not kept', async () => {
  const files = observeFiles()
  const server = await createTestServer({ store: files.store })
  await addSkill(server, { name: 'whole' })
  const broken = await addSkill(server, { name: 'broken' })
  files.isMissing = (id) => id === broken.skill?.id
  const answer = await server.call<{ skills: { name: string }[] }>(index)
  expect(answer.body.skills.map(({ name }) => name)).toEqual(['whole'])
  expect([answer.headers.get('etag'), answer.headers.get('cache-control')]).toEqual([
    null,
    'no-store',
  ])
  files.isMissing = () => false
  expect((await server.call<{ skills: unknown[] }>(index)).body.skills).toHaveLength(2)
})
