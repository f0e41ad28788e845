import { once } from 'node:events'
import { request } from 'node:http'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ConnectProxy, startConnectProxy } from './connect-proxy.ts'

describe('the proxy of one git command', () => {
  let upstream: Server
  let proxy: ConnectProxy
  let connections: number
  const open: Socket[] = []

  beforeEach(async () => {
    connections = 0
    upstream = createServer((socket) => {
      open.push(socket)
      socket.on('error', () => undefined).on('data', () => socket.write(Buffer.alloc(5000)))
    })
    upstream.listen(0, '127.0.0.1')
    await once(upstream, 'listening')
    proxy = await startConnectProxy({
      target: { hostname: 'git.example.com', port: 443 },
      maxBytes: 4000,
      connect: async () => {
        connections += 1
        const socket = connect((upstream.address() as AddressInfo).port, '127.0.0.1')
        await once(socket, 'connect')
        return socket
      },
    })
  })
  afterEach(async () => {
    await proxy.close()
    for (const socket of open.splice(0)) socket.destroy()
    upstream.close()
  })

  async function tunnel(path: string, password = new URL(proxy.url).password) {
    const asked = request({
      ...{ host: '127.0.0.1', port: new URL(proxy.url).port, method: 'CONNECT', path },
      headers: {
        'proxy-authorization': `Basic ${Buffer.from(`git:${password}`).toString('base64')}`,
      },
    })
    asked.end()
    const [response, socket] = await once(asked, 'connect')
    return { status: response.statusCode as number, socket: socket as Socket }
  }

  it('lets nobody through who does not know its password', async () => {
    expect((await tunnel('git.example.com:443', 'guessed')).status).toBe(407)
    expect(connections).toBe(0)
  })

  it('reaches its target alone', async () => {
    for (const target of ['169.254.169.254:80', 'git.example.com:22', 'localhost:443']) {
      expect([target, (await tunnel(target)).status]).toEqual([target, 403])
    }
    expect(connections).toBe(0)
    expect((await tunnel('git.example.com:443')).status).toBe(200)
  })

  it('forwards no plain request', async () => {
    const response = await fetch(`http://127.0.0.1:${new URL(proxy.url).port}/x`)
    expect(response.status).toBe(405)
  })

  it('ends every connection with the first byte over its limit', async () => {
    const { socket } = await tunnel('git.example.com:443')
    socket.on('error', () => undefined).resume()
    socket.write('more')
    await once(socket, 'close')
    expect(proxy.isOverLimit()).toBe(true)
  })
})
