import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { root } from './proof/paths.ts'
import { freePort, type ServerProcess, startServer } from './proof/server-process.ts'

const ownerKey = 'rep_start_0123456789abcdef0123456789abcdef'
const temp = mkdtempSync(join(tmpdir(), 'repertoire-start-'))
const work = join(temp, 'work')
let server: ServerProcess

interface Step {
  /** After the language: `setup` is not run here, `as=Ana` runs as a member. */
  readonly info: string
  readonly commands: string
  /** Lines that have to appear in the output. */
  readonly prints: readonly string[]
}

function stepsOf(text: string): readonly Step[] {
  const blocks = /```sh ?(?<info>\S*)\n(?<commands>[^`]*)```(?:\n\n```text\n(?<prints>[^`]*)```)?/g
  return [...text.matchAll(blocks)].map(({ groups = {} }) => ({
    info: groups.info ?? '',
    commands: groups.commands ?? '',
    prints: (groups.prints ?? '').split('\n').filter((line) => line !== ''),
  }))
}

beforeAll(async () => {
  mkdirSync(work)
  const command = join(root, 'packages/cli/src/main.ts')
  const shim = `#!/bin/sh\nexec "${process.execPath}" --conditions=repertoire-source "${command}" "$@"\n`
  mkdirSync(join(temp, 'bin'))
  writeFileSync(join(temp, 'bin/repertoire'), shim, { mode: 0o755 })
  const env = { REPERTOIRE_SAMPLES: 'on' }
  const dataDir = join(temp, 'data')
  server = await startServer({ dataDir, port: await freePort(), key: ownerKey, env })
}, 60_000)
afterAll(async () => {
  await server.kill('SIGTERM')
  rmSync(temp, { recursive: true, force: true })
})

/** Invites a member, logs in by the link like a browser, and makes a key there. */
async function memberKey(name: string): Promise<string> {
  const call = async (path: string, body: object, headers: Record<string, string>) => {
    const response = await fetch(`${server.url}/api/v1${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers },
    })
    expect(response.ok).toBe(true)
    const cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    return { cookie, body: (await response.json()) as Record<string, string> }
  }
  const asOwner = { authorization: `Bearer ${ownerKey}` }
  const { body: member } = await call('/members', { name, role: 'member' }, asOwner)
  const { body: invited } = await call(`/members/${member.id}/invitation`, {}, asOwner)
  const origin = { origin: server.url }
  const { cookie } = await call('/session', { invitation: invited.token }, origin)
  const { body: made } = await call('/keys', { name: 'cli' }, { ...origin, cookie })
  return made.key ?? ''
}

it('every command of "Getting started" runs in order, and prints what the page says', async () => {
  const steps = stepsOf(readFileSync(join(root, 'docs/getting-started.md'), 'utf8'))
  const keys = new Map([['', ownerKey]])
  const run = steps.filter(({ info }) => info !== 'setup')
  expect(run.length).toBeGreaterThan(5)
  for (const { info, commands, prints } of run) {
    const person = info.replace('as=', '')
    if (!keys.has(person)) keys.set(person, await memberKey(person))
    const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', commands], {
      cwd: work,
      env: {
        PATH: `${join(temp, 'bin')}${delimiter}${process.env.PATH}`,
        HOME: temp,
        REPERTOIRE_URL: server.url,
        REPERTOIRE_API_KEY: keys.get(person),
      },
    })
    for (const line of prints) expect(stdout).toContain(line)
  }
}, 120_000)
