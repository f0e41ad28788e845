import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect as connectTcp, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SourceConfig } from '@repertoire/core/domain'
import type { SourceReader } from '@repertoire/core/ports'
import { createInMemorySourceReader } from '@repertoire/core/testing'
import { createGitReader } from '../git/git-source.ts'
import { startGitServer, TestRepository } from '../git/testing/git-server.ts'
import { createTarballReader } from '../tarball/tarball-source.ts'

/** The texts of files by path, by skill. */
export type Skills = Readonly<Record<string, Readonly<Record<string, string>>>>

export interface ReaderBackend {
  readonly reader: SourceReader
  readonly config: SourceConfig
  /** A source that is not there. */
  readonly absent: SourceConfig
  publish(skills: Skills): void
  close(): Promise<void>
}

export const readerBackends = { 'in-memory': inMemory, git, tarball }

async function inMemory(): Promise<ReaderBackend> {
  const reader = createInMemorySourceReader()
  const config: SourceConfig = { kind: 'github', repo: 'o/r', ref: null, path: '' }
  let count = 0
  return {
    ...{ reader, config, absent: { ...config, repo: 'o/absent' } },
    publish: (skills) => reader.offer(config, { version: `v${++count}`, skills }),
    close: async () => undefined,
  }
}

async function git(): Promise<ReaderBackend> {
  const server = await startGitServer()
  const cacheFolder = mkdtempSync(join(tmpdir(), 'repertoire-contract-'))
  const repository = new TestRepository(server, 'o/r')
  const { caFile } = server
  const config = { kind: 'git', url: `${server.url}/o/r.git`, ref: null, path: '' } as const
  return {
    reader: createGitReader({
      ...{ findGit: async () => 'git', cacheFolder, caFile, connect: toLoopback },
    }),
    ...{ config, absent: { ...config, url: `${server.url}/o/absent.git` } },
    publish: (skills) => void repository.commit(treeOf(skills)),
    close: async () => {
      await server.close()
      rmSync(cacheFolder, { recursive: true, force: true })
    },
  }
}

async function tarball(): Promise<ReaderBackend> {
  const folder = mkdtempSync(join(tmpdir(), 'repertoire-contract-'))
  const repository = new TestRepository({ folder }, 'r')
  const config: SourceConfig = { kind: 'github', repo: 'o/r', ref: null, path: '' }
  const api = 'https://api.github.com/repos/o/r'
  const head = () => repository.git(['rev-parse', 'refs/heads/main'])
  const archive = () =>
    execFileSync('git', [
      ...['--git-dir', repository.folder, 'archive', '--format=tar.gz', '--prefix=r/', head()],
    ])
  return {
    reader: createTarballReader({
      fetch: async (url) => {
        const isArchive = url.startsWith(`${api}/tarball/`)
        if (isArchive) return new Response(new Uint8Array(archive()))
        if (url.startsWith(`${api}/commits/`)) return new Response(head())
        return new Response(null, { status: 404 })
      },
    }),
    ...{ config, absent: { ...config, repo: 'o/absent' } },
    publish: (skills) => void repository.commit(treeOf(skills)),
    close: async () => rmSync(folder, { recursive: true, force: true }),
  }
}

function treeOf(skills: Skills): Record<string, string> {
  return Object.fromEntries(
    Object.entries(skills).flatMap(([id, files]) =>
      Object.entries(files).map(([path, text]) => [`${id}/${path}`, text]),
    ),
  )
}

async function toLoopback({ port }: { readonly port: number }): Promise<Socket> {
  const socket = connectTcp(port, '127.0.0.1')
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  return socket
}
