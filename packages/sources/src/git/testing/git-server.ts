import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface GitServer {
  /** `https://localhost:PORT` */
  readonly url: string
  readonly caFile: string
  /** Its repositories, bare. */
  readonly folder: string
  /** Of every request: method and path, without the query. */
  readonly requests: string[]
  /** Answers instead of git when it returns true. */
  intercept: (request: IncomingMessage, response: ServerResponse) => boolean
  close(): Promise<void>
}

/** A real git server: `git http-backend` behind TLS with a certificate of its own. */
export async function startGitServer(): Promise<GitServer> {
  const root = mkdtempSync(join(tmpdir(), 'repertoire-git-server-'))
  const folder = join(root, 'repositories')
  const { key, cert, caFile } = makeCertificate(root)
  execFileSync('mkdir', ['-p', folder])
  const server = createServer({ key, cert }, (request, response) => {
    own.requests.push(`${request.method} ${request.url?.split('?')[0]}`)
    if (own.intercept(request, response)) return
    runBackend(folder, request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const own: GitServer = {
    ...{ url: `https://localhost:${(server.address() as AddressInfo).port}`, caFile, folder },
    ...{ requests: [], intercept: () => false },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      rmSync(root, { recursive: true, force: true })
    },
  }
  return own
}

function makeCertificate(root: string) {
  const [keyFile, caFile] = [join(root, 'key.pem'), join(root, 'cert.pem')]
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'],
      ...['-keyout', keyFile, '-out', caFile, '-days', '2', '-subj', '/CN=localhost'],
      ...['-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'],
    ],
    { stdio: 'ignore' },
  )
  return { key: readFileSync(keyFile), cert: readFileSync(caFile), caFile }
}

/** The CGI of git: its head decides status and headers, the rest is the body. */
function runBackend(folder: string, request: IncomingMessage, response: ServerResponse): void {
  const [path = '', query = ''] = (request.url ?? '').split('?')
  const child = spawn('git', ['http-backend'], {
    env: {
      ...{ PATH: process.env.PATH ?? '', GIT_PROJECT_ROOT: folder, GIT_HTTP_EXPORT_ALL: '1' },
      ...{ PATH_INFO: path, QUERY_STRING: query, REQUEST_METHOD: request.method ?? 'GET' },
      CONTENT_TYPE: request.headers['content-type'] ?? '',
      HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '',
      GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
    },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  request.pipe(child.stdin)
  child.stdin.on('error', () => undefined)
  let head: Buffer | null = Buffer.alloc(0)
  child.stdout.on('data', (chunk: Buffer) => {
    if (head === null) return void response.write(chunk)
    head = Buffer.concat([head, chunk])
    const end = head.indexOf('\r\n\r\n')
    if (end < 0) return
    const lines = head.subarray(0, end).toString().split('\r\n')
    const headers = lines.map((line) => line.split(': ') as [string, string])
    const status = Number(headers.find(([name]) => name === 'Status')?.[1].slice(0, 3) ?? 200)
    response.writeHead(status, Object.fromEntries(headers.filter(([name]) => name !== 'Status')))
    response.write(head.subarray(end + 4))
    head = null
  })
  child.stdout.on('end', () => response.end())
  response.on('close', () => child.kill())
}

/** The content of a file, or what else a tree can have. */
export type TestContent = string | Uint8Array | { readonly mode: string; readonly text: string }

interface CommitOptions {
  readonly branch?: string
  readonly isOrphan?: boolean
  readonly message?: string
  readonly author?: string
}

/** A repository on the server, written by plumbing so that it can have entries that no checkout could. */
export class TestRepository {
  readonly folder: string
  readonly #env = {
    ...{ PATH: process.env.PATH ?? '', HOME: '/nonexistent', GIT_CONFIG_NOSYSTEM: '1' },
    ...{ GIT_AUTHOR_NAME: 'A', GIT_AUTHOR_EMAIL: 'a@example.com' },
    ...{ GIT_COMMITTER_NAME: 'A', GIT_COMMITTER_EMAIL: 'a@example.com' },
    ...{ GIT_AUTHOR_DATE: '2026-01-01T00:00:00Z', GIT_COMMITTER_DATE: '2026-01-01T00:00:00Z' },
  }

  constructor(server: Pick<GitServer, 'folder'>, name: string) {
    this.folder = join(server.folder, `${name}.git`)
    this.git(['init', '-q', '--bare', '-b', 'main', this.folder])
    for (const setting of ['uploadpack.allowFilter', 'uploadpack.allowAnySHA1InWant']) {
      this.git(['config', setting, 'true'])
    }
  }

  /** Commits these files as the whole tree, on a branch; the commit. An orphan begins anew. */
  commit(
    files: Readonly<Record<string, TestContent>>,
    { branch = 'main', isOrphan = false, ...more }: CommitOptions = {},
  ): string {
    const ref = `refs/heads/${branch}`
    const before = this.git(['for-each-ref', '--format=%(objectname)', ref])
    const from = before === '' || isOrphan ? '' : `from ${before}\n`
    if (isOrphan && before !== '') this.git(['update-ref', '-d', ref])
    const { message = `after ${before}`, author = 'A' } = more
    const head = `commit ${ref}\nauthor ${author} <a@example.com> 1767225600 +0000\ncommitter A <a@example.com> 1767225600 +0000\n${dataOf(message)}${from}deleteall\n`
    const input = Buffer.concat([
      Buffer.from(head),
      ...Object.entries(files).map(([path, content]) => fileCommand(path, content)),
    ])
    this.git(['fast-import', '--quiet', '--force'], { input })
    return this.git(['rev-parse', ref])
  }

  commitTree(tree: string, { branch = 'main', isOrphan = false } = {}): string {
    const ref = `refs/heads/${branch}`
    const before = this.git(['for-each-ref', '--format=%(objectname)', ref])
    const parents = before === '' || isOrphan ? [] : ['-p', before]
    const commit = this.git(['commit-tree', tree, ...parents, '-m', `after ${before}`])
    this.git(['update-ref', ref, commit])
    return commit
  }

  blob(content: string | Uint8Array): string {
    return this.git(['hash-object', '-w', '--stdin'], { input: content })
  }

  /** A tree of raw lines `MODE SHA<TAB>NAME`, whatever the names are. */
  rawTree(entries: readonly { mode: string; sha: string; name: string }[]): string {
    const parts = entries.map(({ mode, sha, name }) =>
      Buffer.concat([Buffer.from(`${mode.replace(/^0/, '')} ${name}\0`), Buffer.from(sha, 'hex')]),
    )
    const file = join(this.folder, 'raw-tree')
    writeFileSync(file, Buffer.concat(parts))
    return this.git(['hash-object', '-w', '-t', 'tree', '--literally', file])
  }

  git(args: readonly string[], { input }: { input?: string | Uint8Array } = {}): string {
    const scoped = args[0] === 'init' ? args : ['--git-dir', this.folder, ...args]
    const env = this.#env
    return execFileSync('git', scoped, { input, env, maxBuffer: 1e9 }).toString().trim()
  }
}

/** One file of a commit, as `fast-import` takes it. */
function fileCommand(path: string, content: TestContent): Buffer {
  const isPlain = typeof content === 'string' || content instanceof Uint8Array
  const mode = isPlain ? (path.endsWith('.sh') ? '100755' : '100644') : content.mode
  if (mode === '160000') return Buffer.from(`M 160000 ${'1'.repeat(40)} ${path}\n`)
  const bytes = Buffer.from(isPlain ? content : content.text)
  const head = Buffer.from(`M ${mode} inline ${path}\ndata ${bytes.length}\n`)
  return Buffer.concat([head, bytes, Buffer.from('\n')])
}

function dataOf(text: string): string {
  return `data ${Buffer.byteLength(text)}\n${text}\n`
}
