import { existsSync, readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { addCollection } from '../../testing/collection-fixtures.ts'
import { addSkill, filesOfEveryKind } from '../../testing/registry-fixtures.ts'
import { createSkillsClient, type SkillsClient } from '../../testing/skills-client.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { type ListeningServer, listen } from '../listening/listen.ts'

let server: TestServer
let listening: ListeningServer
let client: SkillsClient
let address: string

beforeEach(async () => {
  server = await createTestServer()
  listening = await listen(server.http, { host: '127.0.0.1', port: 0 })
  client = createSkillsClient(() => address)
  const { key } = await server.addMember('member', ['skills.read'])
  address = `http://127.0.0.1:${listening.port}/api/v1/registry/k/${key}`
})
afterEach(async () => {
  await listening.close(0)
  client.remove()
})

const run = (...args: string[]) => client.run(...args)
const installed = (path: string) => client.installed(path)

/** Paths below the registry that were answered with 200, in order. */
const given = () =>
  server
    .logged()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .filter(({ method, status }) => method === 'GET' && status === 200)
    .map(({ path }) => path.replace('/api/v1/registry', ''))

describe('the stock npm client', { timeout: 60_000 }, () => {
  beforeEach(async () => {
    await addSkill(server, { name: 'alone' })
    await addSkill(server, { name: 'varied', ...filesOfEveryKind })
    const off = await addSkill(server, { name: 'off' })
    const path = `/api/v1/skills/${off.skill?.id}`
    await server.call(path, { method: 'PUT', body: { enabled: false } })
    await addSkill(server, { name: 'private', scope: 'user' })
  })

  it('A11: finds skills, with an address that it can install from', async () => {
    const { printed } = await run('find', 'invoice')
    expect(printed).toContain(`${address}/skills/varied@varied`)
    expect(printed).toContain(`${address}/skills/alone@alone`)
    expect(printed).not.toMatch(/private|\boff\b/)
  })

  it('A11: installs one skill by its address, byte for byte, and takes no other', async () => {
    const { code, printed } = await run('add', `${address}/skills/varied`, '-y', '-a', 'codex')
    expect([code, printed]).toEqual([0, expect.stringContaining('varied')])
    for (const [path, content] of Object.entries(filesOfEveryKind.files)) {
      expect(Buffer.compare(readFileSync(installed(`varied/${path}`)), Buffer.from(content))).toBe(
        0,
      )
    }
    expect(existsSync(installed('alone'))).toBe(false)
    expect(given()).toEqual([
      '/skills/varied/.well-known/agent-skills/index.json',
      '/skills/varied/.well-known/agent-skills/varied.zip',
    ])
  })

  it('A11: lists and installs from the index of the organisation', async () => {
    const { printed } = await run('add', address, '--list')
    expect(printed).toContain('alone')
    expect(printed).not.toMatch(/private|\boff\b/)
    const { code } = await run('add', address, '--skill', 'alone', '-y', '-a', 'codex')
    expect(code).toBe(0)
    expect(readFileSync(installed('alone/SKILL.md'), 'utf8')).toContain('Invoice work of alone.')
    expect(existsSync(installed('varied'))).toBe(false)
  })

  it('gets nothing with a key that has ended', async () => {
    const gone = address.replace(/.$/, 'x')
    const { code, printed } = await run('add', gone, '-y', '-a', 'codex')
    expect(code).not.toBe(0)
    expect(printed).not.toContain('varied')
    expect(existsSync(installed('varied'))).toBe(false)
  })
})

describe('the stock npm client and a collection', { timeout: 60_000 }, () => {
  beforeEach(async () => {
    await addSkill(server, { name: 'alone' })
    await addSkill(server, { name: 'varied', ...filesOfEveryKind })
  })

  it('lists, installs and updates from its repository, byte for byte', async () => {
    const { token } = await addCollection(server, { slug: 'billing' })
    const repository = `http://127.0.0.1:${listening.port}/git/${token}/billing.git`
    const listed = await run('add', repository, '--list')
    expect(listed.printed).toMatch(/Found 2 skills/)
    const chosen = ['--skill', 'varied', '-y', '-a', 'codex']
    const { code, printed } = await run('add', repository, ...chosen)
    expect([code, printed]).toEqual([0, expect.stringContaining('varied')])
    for (const [path, content] of Object.entries(filesOfEveryKind.files)) {
      const bytes = readFileSync(installed(`varied/${path}`))
      expect(Buffer.compare(bytes, Buffer.from(content))).toBe(0)
    }
    expect(existsSync(installed('alone'))).toBe(false)
    await addSkill(server, { name: 'varied', ...filesOfEveryKind, body: 'Changed.\n' })
    await run('add', repository, ...chosen)
    expect(readFileSync(installed('varied/SKILL.md'), 'utf8')).toContain('Changed.')
  })
  it('installs one skill from its index, with one download', async () => {
    const { token } = await addCollection(server, { slug: 'billing' })
    const index = `http://127.0.0.1:${listening.port}/s/${token}/billing/skills/varied`
    const { code, printed } = await run('add', index, '-y', '-a', 'codex')
    expect([code, printed]).toEqual([0, expect.stringContaining('varied')])
    const path = 'scripts/run.sh'
    const content = filesOfEveryKind.files[path]
    expect(readFileSync(installed(`varied/${path}`), 'utf8')).toBe(content)
    expect(existsSync(installed('alone'))).toBe(false)
  })
})
