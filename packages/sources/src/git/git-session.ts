import type { OpenSourceRequest } from '@repertoire/core/ports'
import { type LoggedCommit, logFormat, parseLog } from './commit-log.ts'
import { type ConnectProxy, type OutboundConnect, startConnectProxy } from './connect-proxy.ts'
import { gitLimits } from './git-limits.ts'
import { gitProblem, notReadable, tooLarge } from './git-problems.ts'
import { parseTreeLine, type TreeEntry } from './list-tree.ts'
import { type GitBlob, ObjectReader } from './read-objects.ts'
import { type FoundRef, findRef, refPatterns } from './remote-refs.ts'
import type { OpenRepository } from './repository-cache.ts'
import type { RepositoryPlace } from './repository-place.ts'
import { type GitCommand, readGit, startGit } from './run-git.ts'

export interface GitSessionOptions {
  readonly git: string
  readonly repository: OpenRepository
  readonly place: RepositoryPlace
  readonly request: Pick<OpenSourceRequest, 'token' | 'signal'>
  readonly connect: OutboundConnect
  /** Milliseconds for a command that only lists. */
  readonly lsRemoteMs: number
  readonly caFile: string | undefined
}

const head = 'refs/repertoire/head'
const history = 'refs/repertoire/history'

/** The commands of one reading of a repository. */
export class GitSession {
  readonly #options: GitSessionOptions
  #proxy: Promise<ConnectProxy> | undefined
  #objects: ObjectReader | undefined
  #isClosed = false
  readonly #logs = new Map<string, Promise<readonly LoggedCommit[]>>()
  #history: Promise<void> | undefined

  constructor(options: GitSessionOptions) {
    this.#options = options
  }

  /** The commit of the ref that is read; null when there is none. One request. */
  async findRef(): Promise<FoundRef | null> {
    const { ref, url } = this.#options.place
    const output = await this.#remote({
      args: ['ls-remote', '--', url.href, ...refPatterns(ref)],
      timeoutMs: this.#options.lsRemoteMs,
    })
    return findRef(output, ref)
  }

  /** Fetches it without its history, and without files over the limit where the server can leave them out. */
  async fetch({ commit, name }: FoundRef): Promise<string> {
    await this.#remote({
      args: [
        ...['fetch', '--depth=1', '--no-tags', '--no-write-fetch-head', '--force', '--quiet'],
        ...[`--filter=blob:limit=${gitLimits.blobBytes}`, 'origin', `+${name ?? commit}:${head}`],
      ],
      timeoutMs: gitLimits.fetchMs,
      isPartial: true,
    })
    const { stdout } = await this.#local(['rev-parse', '--verify', `${head}^{commit}`])
    return stdout.trim()
  }

  /** Whether a commit that was read before is certainly not in the history of the ref. */
  async isRewritten(before: string, { commit, name }: FoundRef): Promise<boolean> {
    try {
      await this.#remote({
        args: [
          ...['fetch', `--depth=${gitLimits.history}`, '--no-tags', '--no-write-fetch-head'],
          ...['--quiet', '--filter=tree:0', 'origin', `+${name ?? commit}:${history}`],
        ],
        timeoutMs: this.#options.lsRemoteMs,
        isPartial: true,
      })
      const { stdout } = await this.#local([
        'rev-list',
        `--max-count=${gitLimits.history}`,
        history,
      ])
      const commits = stdout.split('\n').filter((line) => line !== '')
      return commits.length < gitLimits.history && !commits.includes(before)
    } catch {
      this.#options.request.signal.throwIfAborted()
      return false
    }
  }

  /**
   * The commits after one that was read before, with the files that they changed, the newest first; none where the history
   * that is looked through does not reach it. Read once for each such commit.
   */
  commitsSince(before: string, ref: FoundRef): Promise<readonly LoggedCommit[]> {
    const known = this.#logs.get(before) ?? this.#readLog(before, ref)
    this.#logs.set(before, known)
    return known
  }

  async #readLog(before: string, ref: FoundRef): Promise<readonly LoggedCommit[]> {
    if (!/^[0-9a-f]{40}$/.test(before)) return []
    try {
      this.#history ??= this.#fetchHistory(ref)
      await this.#history
      const { code, stdout } = await readGit({
        ...this.#command(this.#options.lsRemoteMs),
        maxBytes: gitLimits.logBytes,
        settings: ['core.quotePath=false', 'log.showSignature=false', 'log.mailmap=false'],
        args: [
          ...['log', `--max-count=${gitLimits.history}`, '--no-renames', '--name-only', logFormat],
          ...[`${before}..${history}`, '--'],
        ],
      })
      return code === 0 ? parseLog(stdout) : []
    } catch {
      this.signal.throwIfAborted()
      return []
    }
  }

  /** Commits and folders without their files; anew, because what is kept may have commits without folders. */
  async #fetchHistory({ commit, name }: FoundRef): Promise<void> {
    await this.#remote({
      args: [
        ...['fetch', '--refetch', `--depth=${gitLimits.history}`, '--no-tags'],
        ...['--no-write-fetch-head', '--force', '--quiet', '--filter=blob:none', 'origin'],
        `+${name ?? commit}:${history}`,
      ],
      timeoutMs: this.#options.lsRemoteMs,
      isPartial: true,
    })
  }

  /** Streams the tree, so that one that repeats itself ends the reading and not the memory. */
  async tree(commit: string): Promise<readonly TreeEntry[]> {
    const { child, ended, kill } = startGit({
      ...this.#command(gitLimits.readMs),
      // With the folders: a tree of nothing but empty folders is counted too.
      args: ['ls-tree', '-r', '-t', '-z', '--full-tree', commit],
    })
    child.stdin?.end()
    const entries: TreeEntry[] = []
    let rest = ''
    let size = 0
    for await (const text of child.stdout?.setEncoding('utf8') ?? []) {
      size += text.length
      const lines = (rest + text).split('\0')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        const entry = parseTreeLine(line)
        if (entry) entries.push(entry)
      }
      if (entries.length > gitLimits.treeEntries || size > gitLimits.listingBytes) {
        kill()
        throw tooLarge(this.#options.place.url.host)
      }
    }
    const { code } = await ended
    this.signal.throwIfAborted()
    // Part of a tree would look like one that lost its skills.
    if (code !== 0) throw notReadable(this.#options.place.url.host)
    return entries
  }

  /**
   * The blobs of these ids, in order; one process for all of them. Reads all that are asked for, so that the next
   * answer of git is that to the next question.
   */
  async blobs(ids: readonly string[]): Promise<readonly GitBlob[]> {
    this.#objects ??= new ObjectReader(
      startGit({ ...this.#command(gitLimits.readMs), args: ['cat-file', '--batch'] }),
      gitLimits.blobBytes,
    )
    try {
      return await Array.fromAsync(this.#objects.read(ids))
    } catch {
      this.signal.throwIfAborted()
      this.discard()
      throw notReadable(this.#options.place.url.host)
    }
  }

  get signal(): AbortSignal {
    return this.#options.request.signal
  }

  /** After a failure: what is kept of the repository is not used again. */
  discard(): void {
    this.#options.repository.discard()
  }

  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    await this.#objects?.close()
    await (await this.#proxy)?.close()
    await this.#options.repository.release()
  }

  #command(timeoutMs: number): Omit<GitCommand, 'args'> {
    const { git, repository, request } = this.#options
    const { home, folder } = repository
    return { git, home, repository: folder, timeoutMs, signal: request.signal }
  }

  #local(args: readonly string[]) {
    const limits = { maxBytes: gitLimits.refsBytes }
    return readGit({ ...this.#command(this.#options.lsRemoteMs), ...limits, args })
  }

  /** A command that reaches the server, with the token in a variable of its own process. */
  async #remote({
    args,
    timeoutMs,
    isPartial = false,
  }: {
    readonly args: readonly string[]
    readonly timeoutMs: number
    readonly isPartial?: boolean
  }): Promise<string> {
    const { place, request, caFile } = this.#options
    const { url } = place
    this.#proxy ??= this.#startProxy()
    const proxy = await this.#proxy
    const began = Date.now()
    const { code, stdout, stderr } = await readGit({
      ...this.#command(timeoutMs),
      ...{ args, maxBytes: gitLimits.refsBytes },
      settings: isPartial ? partialSettings : [],
      env: {
        ...(caFile !== undefined && { GIT_SSL_CAINFO: caFile }),
        ...configOf({
          'http.proxy': proxy.url,
          'http.proxyAuthMethod': 'basic',
          'remote.origin.url': url.href,
          ...(request.token !== null && {
            [`http.${url.origin}/.extraHeader`]: `Authorization: Basic ${basic(request.token)}`,
          }),
        }),
      },
    })
    if (isPartial) await this.#options.repository.resetSettings()
    request.signal.throwIfAborted()
    if (code === 0) return stdout
    throw gitProblem({
      ...{
        host: url.host,
        stderr: stderr.replaceAll(url.href, ''),
        refusal: proxy.refusal(),
        isOverLimit: proxy.isOverLimit(),
      },
      isTimedOut: Date.now() - began >= timeoutMs,
    })
  }

  #startProxy(): Promise<ConnectProxy> {
    const { url } = this.#options.place
    const port = Number(url.port) || 443
    return startConnectProxy({
      connect: this.#options.connect,
      target: { hostname: url.hostname, port },
      maxBytes: gitLimits.networkBytes,
    })
  }
}

/** Only for the fetch: later commands must not fetch what is missing. */
const partialSettings = ['remote.origin.promisor=true']

/** Settings as variables: neither the proxy's password nor the token is in an argument. */
function configOf(settings: Readonly<Record<string, string>>): Record<string, string> {
  const entries = Object.entries(settings)
  return Object.fromEntries([
    ['GIT_CONFIG_COUNT', String(entries.length)],
    ...entries.flatMap(([key, value], at) => [
      [`GIT_CONFIG_KEY_${at}`, key],
      [`GIT_CONFIG_VALUE_${at}`, value],
    ]),
  ])
}

/** A token as the password of any user, as GitHub, GitLab and Gitea take it; `user:password` as it is. */
function basic(token: string): string {
  const pair = token.includes(':') ? token : `x-access-token:${token}`
  return Buffer.from(pair).toString('base64')
}
