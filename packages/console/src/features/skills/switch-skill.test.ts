import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { switchSkill } from './switch-skill.ts'

let version = 1
let sent: string[] = []

/** A server that refuses what was not read last, as ours does. */
beforeEach(() => {
  version = 1
  sent = []
  vi.stubGlobal('fetch', async (request: Request) => {
    const { enabled } = (await request.json()) as { enabled: boolean }
    const read = request.headers.get('if-match')
    sent.push(`${enabled} of ${read}`)
    const stale = read !== `"${version}"`
    if (!stale) version += 1
    const body = stale
      ? { status: 412, code: 'skill.stale', message: 'Changed.' }
      : { id: 'skl_a', etag: `"${version}"` }
    return new Response(JSON.stringify(body), {
      status: stale ? 412 : 200,
      headers: { 'content-type': stale ? 'application/problem+json' : 'application/json' },
    })
  })
})
afterEach(() => vi.unstubAllGlobals())

it('B8: a skill that is switched again before the first answer is switched after it, as it is then', async () => {
  const read = { id: 'skl_twice', etag: '"1"' }
  await Promise.all([switchSkill(read, false), switchSkill(read, true), switchSkill(read, false)])
  expect(sent).toEqual(['false of "1"', 'true of "2"', 'false of "3"'])
})

it('B8: what somebody else changed meanwhile is not switched unseen', async () => {
  const read = { id: 'skl_theirs', etag: '"1"' }
  await switchSkill(read, false)
  version += 1
  await expect(switchSkill(read, true)).rejects.toMatchObject({ problem: { code: 'skill.stale' } })
  await switchSkill({ ...read, etag: '"3"' }, true)
  expect(sent.at(-1)).toBe('true of "3"')
})

it('B8: a list that was read between two switches does not make the third one late', async () => {
  const read = { id: 'skl_between', etag: '"1"' }
  const first = switchSkill(read, false)
  const second = first.then(() => switchSkill(read, true))
  await first
  // What the list says now is of before the second, which is on its way.
  await Promise.all([second, switchSkill({ ...read, etag: '"2"' }, false)])
  expect(sent).toEqual(['false of "1"', 'true of "2"', 'false of "3"'])
})

it('B8: a version from before somebody else’s change is not taken for this page’s own', async () => {
  const read = { id: 'skl_before', etag: '"1"' }
  await switchSkill(read, false)
  version += 1
  await switchSkill({ ...read, etag: '"3"' }, true)
  await expect(switchSkill(read, false)).rejects.toMatchObject({ problem: { code: 'skill.stale' } })
})
