import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTempFolder, runCommand, type TempFolder } from '../testing/run-command.ts'
import { type StartedServer, startServer } from '../testing/start-server.ts'

const secret = `whsec_${Buffer.alloc(32, 9).toString('base64')}`

describe('the digest of the inbox on the command line', { timeout: 180_000 }, () => {
  let temp: TempFolder
  let server: StartedServer
  let receiver: Server
  let address: string
  let status = 204
  const received: { readonly headers: IncomingHttpHeaders; readonly body: string }[] = []
  const notify = (args: readonly string[], env: Record<string, string> = {}) =>
    runCommand(['inbox', 'notify', ...args], { cwd: temp.folder, env: { ...server.env, ...env } })

  beforeAll(async () => {
    temp = createTempFolder()
    receiver = createServer(async (request, response) => {
      const body = await text(request)
      received.push({ headers: request.headers, body })
      response.writeHead(status).end()
    }).listen(0, '127.0.0.1')
    await once(receiver, 'listening')
    const host = `127.0.0.1:${(receiver.address() as AddressInfo).port}`
    address = `http://${host}/hook`
    server = await startServer(temp, 'data', { REPERTOIRE_OUTBOUND_ALLOW: host })
  })
  afterAll(async () => {
    await server.stop()
    receiver.closeAllConnections()
    receiver.close()
    temp.remove()
  })

  it('is off; a change without an address says what is missing', async () => {
    expect((await notify([])).stdout).toBe('off\n')
    const unclear = await notify(['--minimum', '2'])
    expect([unclear.code, unclear.stderr]).toEqual([2, expect.stringContaining('--address')])
  })

  it('is set with a secret of the environment, tested, changed and switched off', async () => {
    const env = { REPERTOIRE_NOTIFICATION_SECRET: secret }
    const set = await notify(['--address', address, '--interval', 'weekly'], env)
    expect([set.code, set.stdout]).toEqual([0, expect.stringContaining('interval  weekly')])
    const tested = await notify(['--test'])
    expect([tested.code, tested.stdout]).toEqual([0, 'It was taken.\n'])
    const { headers, body } = received.at(-1) ?? { headers: {}, body: '' }
    expect(JSON.parse(body)).toMatchObject({ type: 'inbox.test', total: 0 })
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
    const mac = createHmac('sha256', Buffer.alloc(32, 9)).update(signed).digest('base64')
    expect(headers['webhook-signature']).toBe(`v1,${mac}`)
    const changed = await notify(['--minimum', '7', '--json'])
    expect(JSON.parse(changed.stdout)).toMatchObject({
      notification: { url: address, interval: 'weekly', minimum: 7 },
    })
    expect(
      [set, tested, changed].map(({ stdout, stderr }) => stdout + stderr).join(),
    ).not.toContain(secret)
    const renewed = await notify(['--new-secret'])
    expect(renewed.stdout).toMatch(/^secret {4}whsec_/m)
    status = 500
    const refused = await notify(['--test'])
    expect([refused.code, refused.stdout]).toEqual([1, expect.stringContaining('500')])
    expect((await notify(['--off'])).stdout).toBe('off\n')
    expect((await notify([])).stdout).toBe('off\n')
  })

  it('no option takes a secret', async () => {
    const refused = await notify(['--address', address, '--secret', secret])
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('--secret')])
    expect((await notify([])).stdout).toBe('off\n')
  })
})
