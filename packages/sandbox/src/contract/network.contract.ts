import { randomBytes } from 'node:crypto'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { proxySocket, type Sandbox } from '../execution/execution.ts'
import { runScript } from './run-script.ts'

const useProxy = `
import socket, os
print(sorted(os.listdir('/sys/class/net')) if os.path.exists('/sys/class/net') else 'no /sys')
proxy = socket.socket(socket.AF_UNIX)
proxy.connect('${proxySocket}')
proxy.sendall(b'hello')
print(proxy.recv(100).decode())
`
const checkProxyAbsent = `
import os
print(os.path.exists('${proxySocket}'), os.path.exists('/run'))
`

/** A socket that the script user can reach and nobody else can list. */
async function listen(folder: string): Promise<{ server: Server; socket: string }> {
  await chmod(folder, 0o711)
  const inner = join(folder, randomBytes(8).toString('hex'))
  await mkdir(inner, { mode: 0o711 })
  const socket = join(inner, 'proxy.sock')
  const server = createServer((client) => {
    client.on('data', (chunk) => client.end(`proxy heard ${chunk}`)).on('error', () => undefined)
  })
  await new Promise<void>((resolve) => server.listen(socket, resolve))
  await chmod(socket, 0o600)
  return { server, socket }
}

/** `providesNetwork`: whether the backend can provide a socket and no other network. */
export function networkContract(
  opened: () => Sandbox,
  { providesNetwork }: { providesNetwork: boolean },
): void {
  describe('the network', () => {
    let folder = ''
    let listening: Awaited<ReturnType<typeof listen>>
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'proxy-'))
      listening = await listen(folder)
    })
    afterAll(async () => {
      listening.server.close()
      await rm(folder, { recursive: true, force: true })
    })

    if (!providesNetwork) {
      it('C10: is rejected, because it could not be restricted', async () => {
        const network = { kind: 'proxy', socket: listening.socket } as const
        await expect(runScript(opened(), 'python', useProxy, { network })).rejects.toMatchObject({
          code: 'sandbox.bad-request',
          message: expect.stringMatching(/\w.*\.$/s),
        })
      })
      return
    }

    it('C10: is a socket for the execution that requested it, and for no other', async () => {
      const network = { kind: 'proxy', socket: listening.socket } as const
      const asked = await runScript(opened(), 'python', useProxy, { network })
      expect(asked).toMatchObject({ status: 'ok', stderr: '' })
      expect(asked.stdout).toContain('proxy heard hello')
      for (const none of [{}, { network: { kind: 'none' } as const }]) {
        const { stdout } = await runScript(opened(), 'python', checkProxyAbsent, none)
        expect(stdout).toMatch(/^False /)
      }
    })

    it('C10: needs an absolute path', async () => {
      const network = { kind: 'proxy', socket: 'proxy.sock' } as const
      await expect(runScript(opened(), 'shell', 'true', { network })).rejects.toMatchObject({
        code: 'sandbox.bad-request',
      })
    })
  })
}
