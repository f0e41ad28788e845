import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTempFolder, runCommand, type TempFolder } from '../testing/run-command.ts'
import { type StartedServer, startServer } from '../testing/start-server.ts'

const secret = 'sk-canary-4b1d7f02c9'

describe('models on the command line', { timeout: 180_000 }, () => {
  let temp: TempFolder
  let server: StartedServer
  let provider: Server
  let address: string
  const keys: (string | undefined)[] = []
  const models = (args: readonly string[], env: Record<string, string> = {}) =>
    runCommand(['models', ...args], { cwd: temp.folder, env: { ...server.env, ...env } })

  beforeAll(async () => {
    temp = createTempFolder()
    provider = createServer((request, response) => {
      keys.push(request.headers.authorization)
      const status = request.headers.authorization === `Bearer ${secret}` ? 200 : 401
      const chunk = { id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm' }
      const delta = { index: 0, delta: { content: 'ready' }, finish_reason: 'stop' }
      response.writeHead(status, { 'content-type': 'text/event-stream' })
      response.end(
        status === 200
          ? `data: ${JSON.stringify({ ...chunk, choices: [delta] })}\n\ndata: [DONE]\n\n`
          : JSON.stringify({ error: { message: 'no such key', type: 'auth' } }),
      )
    }).listen(0, '127.0.0.1')
    await once(provider, 'listening')
    const host = `127.0.0.1:${(provider.address() as AddressInfo).port}`
    address = `http://${host}/v1`
    server = await startServer(temp, 'data', { REPERTOIRE_OUTBOUND_ALLOW: host })
  })
  afterAll(async () => {
    await server.stop()
    provider.closeAllConnections()
    provider.close()
    temp.remove()
  })

  it('says that the demo model answers as long as there is no other', async () => {
    const { stdout, stderr } = await models([])
    expect(`${stdout}${stderr}`).toContain('answered by the demo model')
  })

  it('adds a provider, tests it, makes its model the default, and removes it', async () => {
    const kind = ['--kind', 'openai-compatible', '--base-url', address]
    const details = ['--model', 'large', '--model', 'small', '--price', '3,15']
    const added = await models(['add', 'Gateway', ...kind, ...details], {
      REPERTOIRE_PROVIDER_KEY: secret,
    })
    expect([added.code, added.stderr]).toEqual([0, expect.stringContaining('models test')])
    expect((await models(['test', 'gateway'])).stdout).toMatch(/^Answered in \d+ ms\./)
    expect(keys).toContain(`Bearer ${secret}`)
    expect((await models([])).stderr).toMatch(/demo model: repertoire models default \S+\/large/)
    const chosen = await models(['default', 'gateway/small', '--json'])
    expect(JSON.parse(chosen.stdout)).toEqual({ default_model_id: expect.stringMatching(/./) })
    const listed = await models([])
    expect(listed.stdout).toContain('* small')
    expect(listed.stdout).toContain('3 in, 15 out per million tokens')
    expect(`${added.stdout}${listed.stdout}${(await models(['--json'])).stdout}`).not.toContain(
      secret,
    )
    const removed = await models(['remove', 'Gateway', '--json'])
    expect(JSON.parse(removed.stdout)).toMatchObject({ removed: true })
    expect((await models([])).stdout).not.toContain('Gateway')
  })

  it('ends with 1 and says why when the provider refuses', async () => {
    await models(
      ['add', 'Wrong key', '--kind', 'openai-compatible', '--base-url', address].concat([
        ...['--model', 'large', '--key-stdin'],
      ]),
    )
    const { code, stdout } = await models(['test', 'wrong key'])
    expect([code, stdout]).toEqual([1, expect.stringMatching(/key/i)])
  })

  it('names what there is when the given provider or model is not there', async () => {
    const provider = await models(['test', 'nobody'])
    expect([provider.code, provider.stderr]).toEqual([1, expect.stringContaining('Wrong key')])
    const model = await models(['default', 'nobody/large'])
    expect([model.code, model.stderr]).toEqual([1, expect.stringContaining('Wrong key/large')])
  })
})
