import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createGitReader } from './git-source.ts'
import { type GitServer, startGitServer } from './testing/git-server.ts'

const hasTools = ['git', 'openssl'].every((tool) => {
  try {
    execFileSync(tool, ['version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})

async function toLoopback({ port }: { readonly port: number }): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  return socket
}

describe.skipIf(!hasTools)('a server that never ends its answer', () => {
  let server: GitServer
  let cacheFolder: string
  beforeAll(async () => {
    server = await startGitServer()
    cacheFolder = mkdtempSync(join(tmpdir(), 'repertoire-git-deadline-'))
  })
  afterAll(async () => {
    await server.close()
    rmSync(cacheFolder, { recursive: true, force: true })
  })

  it('is given up at the deadline, and leaves no process', async () => {
    let dripping: NodeJS.Timeout | undefined
    server.intercept = (_, response) => {
      response.writeHead(200, { 'content-type': 'application/x-git-upload-pack-advertisement' })
      dripping = setInterval(() => response.write('0'), 100)
      return true
    }
    const config = { kind: 'git', url: `${server.url}/slow.git`, ref: null, path: '' } as const
    const { signal } = new AbortController()
    const reader = createGitReader({
      ...{ findGit: async () => 'git', cacheFolder, caFile: server.caFile, connect: toLoopback },
      lsRemoteMs: 1_500,
    })
    const opening = reader.open({ config, token: null, knownVersion: null, signal })
    await expect(opening).rejects.toMatchObject({ problem: { code: 'source.unreachable' } })
    clearInterval(dripping)
    const left = execFileSync('ps', ['-eo', 'args']).toString()
    expect(left.split('\n').filter((line) => line.includes(config.url))).toEqual([])
  })
})
