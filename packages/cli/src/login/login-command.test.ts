import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTempFolder, runCommand, type TempFolder } from '../testing/run-command.ts'
import { type StartedServer, startServer } from '../testing/start-server.ts'

/** Against the real server. */
describe('repertoire login', { timeout: 120_000 }, () => {
  let temp: TempFolder
  let server: StartedServer

  beforeAll(async () => {
    temp = createTempFolder()
    server = await startServer(temp)
  })
  afterAll(async () => {
    await server.stop()
    temp.remove()
  })

  it('issue 13.8: prints a link that signs in once', async () => {
    const { code, stdout, stderr } = await runCommand(['login'], { env: server.env })
    expect([code, stderr]).toEqual([0, 'It works once, within 30 minutes.\n'])
    const link = new URL(stdout.trim())
    const logIn = () =>
      fetch(new URL('/api/v1/session', link), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ token: link.searchParams.get('token') }),
      })
    expect((await logIn()).status).toBe(200)
    expect((await logIn()).status).toBe(401)
  })

  it('says what to do when the key is refused', async () => {
    const env = { ...server.env, REPERTOIRE_API_KEY: 'rep_wrong' }
    const { code, stderr } = await runCommand(['login'], { env })
    expect([code, stderr]).toEqual([4, expect.stringContaining('does not accept this API key')])
  })
})
