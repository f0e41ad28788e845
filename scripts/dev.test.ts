import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')

describe('npm run dev', () => {
  const data = mkdtempSync(join(tmpdir(), 'repertoire-dev-'))
  let dev: ReturnType<typeof start>
  let login: URL

  beforeAll(async () => {
    dev = start(['--port', '0', '--data', data])
    login = new URL(await dev.nextLogin())
  })
  afterAll(async () => {
    dev.child.kill('SIGTERM')
    await dev.ended
    rmSync(data, { recursive: true, force: true })
  })

  it('serves the page from its sources and the API at one URL, the only one it prints', async () => {
    const page = await fetch(login.origin)
    expect(await page.text()).toContain('/@vite/client')
    expect((await fetch(`${login.origin}/src/main.tsx`)).headers.get('content-type')).toContain(
      'javascript',
    )
    const health = await fetch(`${login.origin}/healthz`)
    expect(await health.json()).toMatchObject({ status: 'ok' })
    const urls = [...dev.printed().matchAll(/http:\/\/127\.0\.0\.1:\d+/g)].map(([url]) => url)
    expect(new Set(urls)).toEqual(new Set([login.origin]))
  })

  it('signs a user in through the page’s server', async () => {
    const answer = await fetch(`${login.origin}/api/v1/session`, {
      method: 'POST',
      headers: { origin: login.origin, 'content-type': 'application/json' },
      body: JSON.stringify({ token: login.searchParams.get('token') }),
    })
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([
      200,
      expect.stringContaining('HttpOnly'),
    ])
  })

  it('restarts the server when one of its sources is saved', async () => {
    const nextLogin = dev.nextLogin()
    const now = new Date()
    utimesSync(join(root, 'packages/server/src/banner.ts'), now, now)
    expect(new URL(await nextLogin).origin).toBe(login.origin)
    expect((await fetch(`${login.origin}/healthz`)).status).toBe(200)
  })

  it('stops both on Ctrl-C', async () => {
    dev.child.kill('SIGINT')
    // The output closes after every started process has exited.
    expect(await dev.ended).toBe(0)
    await expect(fetch(login.origin)).rejects.toThrow()
  })
})

function start(args: readonly string[]) {
  const child = spawn(process.execPath, [join(root, 'scripts/launch.mjs'), 'dev', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  let errors = ''
  let searchedTo = 0
  const listeners = new Set<() => void>()
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text
  })
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text
    for (const checkOutput of listeners) checkOutput()
  })
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  return {
    child,
    ended,
    printed: () => printed,
    /** The next sign-in URL in the output. */
    nextLogin: () =>
      new Promise<string>((resolve, reject) => {
        const checkOutput = (): void => {
          const found = /(http:\S+\/login\?token=\S+)\s/.exec(printed.slice(searchedTo))
          if (!found?.[1]) return
          searchedTo += found.index + found[0].length
          listeners.delete(checkOutput)
          resolve(found[1])
        }
        listeners.add(checkOutput)
        checkOutput()
        void ended.then((code) =>
          reject(new Error(`It exited with ${code}:\n${printed}\n${errors}`)),
        )
      }),
  }
}
