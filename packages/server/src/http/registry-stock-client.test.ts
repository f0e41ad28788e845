import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { addSkill, variedFiles } from '../testing/registry-fixtures.ts'
import { createTestServer, type TestServer } from '../testing/test-server.ts'
import { type ListeningServer, listen } from './listen.ts'

const require = createRequire(import.meta.url)
const cli = join(dirname(require.resolve('skills/package.json')), 'bin/cli.mjs')

let server: TestServer
let listening: ListeningServer
let folder: string
let address: string

beforeEach(async () => {
  server = await createTestServer()
  listening = await listen(server.http, { host: '127.0.0.1', port: 0 })
  folder = mkdtempSync(join(tmpdir(), 'stock-client-'))
  const { key } = await server.addMember('member', ['skills.read'])
  address = `http://127.0.0.1:${listening.port}/api/v1/registry/k/${key}`
})
afterEach(async () => {
  await listening.close(0)
  rmSync(folder, { recursive: true, force: true })
})

/** Runs the client in an empty project with an empty home; resolves with its exit code and all it printed. */
function run(...args: string[]): Promise<{ code: number | null; printed: string }> {
  const child = spawn(process.execPath, [cli, ...args], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      HOME: join(folder, 'home'),
      SKILLS_API_URL: address,
      DISABLE_TELEMETRY: '1',
      NO_COLOR: '1',
      CI: '1',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text
    })
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, printed }))
  })
}

const installed = (path: string) => join(folder, '.agents/skills', path)

/** Paths below the registry that were answered with 200, in order. */
const given = () =>
  server
    .logged()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .filter(({ method, status }) => method === 'GET' && status === 200)
    .map(({ path }) => path.replace('/api/v1/registry', ''))

describe('issue 14: the stock npm client', { timeout: 60_000 }, () => {
  beforeEach(async () => {
    await addSkill(server, { name: 'alone' })
    await addSkill(server, { name: 'varied', ...variedFiles })
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
    for (const [path, content] of Object.entries(variedFiles.files)) {
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
