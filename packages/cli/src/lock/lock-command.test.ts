import { linkSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type FakeServer, sendJson, startFakeServer } from '../testing/fake-server.ts'
import { createTempFolder, runCommand, type TempFolder } from '../testing/run-command.ts'

const before = '{"version":1,"skills":[]}\n'
const after = '{"version":1,"skills":[{"slug":"triage"}]}\n'

let temp: TempFolder
let server: FakeServer | undefined
beforeEach(() => {
  temp = createTempFolder()
  temp.write('repertoire.lock', before)
})
afterEach(() => {
  server?.close()
  temp.remove()
})

async function exportFrom(answer: unknown) {
  server = await startFakeServer((_, response) => sendJson(response, 200, answer))
  const args = ['lock', 'export', '--url', server.url, '--key', 'rep_k']
  return runCommand(args, { cwd: temp.folder })
}

it.each([{ items: [] }, { text: 'a page', skills: 1, left_out: [] }, { text: 3 }, null])(
  'another program that answers %j is named, and the lock stays',
  async (answer) => {
    const { code, stderr } = await exportFrom(answer)
    expect([code, stderr]).toEqual([5, expect.stringContaining('Something other than Repertoire')])
    expect(readFileSync(join(temp.folder, 'repertoire.lock'), 'utf8')).toBe(before)
  },
)

it('a lock is written beside the old one and renamed: whoever ends it leaves one of them whole', async () => {
  const file = join(temp.folder, 'repertoire.lock')
  // Another name of the same file: it would change with what is written in place.
  linkSync(file, join(temp.folder, 'same'))
  const { code } = await exportFrom({ text: after, skills: 1, left_out: [] })
  expect([code, readFileSync(file, 'utf8')]).toEqual([0, after])
  expect(readFileSync(join(temp.folder, 'same'), 'utf8')).toBe(before)
  expect(readdirSync(temp.folder).toSorted()).toEqual(['repertoire.lock', 'same'])
})
