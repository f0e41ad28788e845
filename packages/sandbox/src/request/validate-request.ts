import {
  type ExecutionRequest,
  type RuntimeHealth,
  runtimes,
  type SandboxFile,
  SandboxRejection,
} from '../execution/execution.ts'

const maxNameBytes = 255
const maxPathBytes = 2_048
/** Arguments and environment together; the kernel's limit for one program is not much higher. */
const maxArgumentBytes = 512 * 1024
const variableName = /^[A-Za-z_][A-Za-z0-9_]*$/
/** Layer paths that would hide a part of the sandbox itself. */
const ownFolders =
  /^\/(bin|boot|dev|etc|lib|lib64|opt\/node|proc|run|sbin|skill|tmp|usr|workspace)(\/|$)/

/** Rejects requests that no backend can run. Independent of the machine. */
export function assertValidRequest(request: ExecutionRequest): void {
  const problem = requestProblem(request)
  if (problem !== null) throw badRequest(problem)
}

function requestProblem(request: ExecutionRequest): string | null {
  if (!runtimes.includes(request.runtime)) return `There is no runtime ${show(request.runtime)}.`
  return (
    filesProblem('files', request.files) ??
    filesProblem('workspace', request.workspace) ??
    entryProblem(request) ??
    textProblem(request) ??
    layersProblem(request) ??
    networkProblem(request) ??
    limitsProblem(request)
  )
}

function entryProblem({ entry, files }: ExecutionRequest): string | null {
  if (files.some((file) => file.path === entry)) return null
  return `The script ${show(entry)} is not among the files; send it with them.`
}

function filesProblem(where: string, files: readonly SandboxFile[]): string | null {
  const seen = new Set<string>()
  for (const { path } of files) {
    const why = pathProblem(path)
    if (why !== null) return `The path ${show(path)} in ${where} ${why}.`
    if (seen.has(path)) return `The path ${show(path)} is in ${where} twice.`
    seen.add(path)
  }
  const below = files.find(({ path }) => foldersOf(path).some((folder) => seen.has(folder)))
  if (below) return `The path ${show(below.path)} in ${where} is below another file.`
  return null
}

/** Why it is not a relative path of ordinary names; null when it is one. */
export function pathProblem(path: string): string | null {
  if (path === '') return 'is empty'
  if (path.includes('\0')) return 'has a NUL character'
  if (path.startsWith('/')) return 'is absolute'
  if (/\p{Surrogate}/u.test(path)) return 'is not valid Unicode'
  if (Buffer.byteLength(path) > maxPathBytes) return 'is too long'
  for (const name of path.split('/')) {
    if (name === '' || name === '.' || name === '..') return 'has an empty name, a . or a ..'
    if (Buffer.byteLength(name) > maxNameBytes) return 'has a name that is too long'
  }
  return null
}

/** `a/b/c.txt` is in `a` and in `a/b`. */
export function foldersOf(path: string): string[] {
  const names = path.split('/').slice(0, -1)
  return names.map((_, index) => names.slice(0, index + 1).join('/'))
}

function textProblem({ args, env }: ExecutionRequest): string | null {
  if (args.some((arg) => arg.includes('\0'))) return 'An argument has a NUL character.'
  for (const [name, value] of Object.entries(env)) {
    if (!variableName.test(name)) return `The variable name ${show(name)} is invalid.`
    if (value.includes('\0')) return `The variable ${show(name)} has a NUL character.`
  }
  const texts = [...args, ...Object.entries(env).flat()]
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text) + 1, 0)
  return bytes > maxArgumentBytes
    ? `Arguments and environment take more than ${maxArgumentBytes / 1024} KiB; pass them as a file.`
    : null
}

function layersProblem({ layers }: ExecutionRequest): string | null {
  const seen = new Set<string>()
  for (const { at, hostPath } of layers) {
    if (!at.startsWith('/') || pathProblem(at.slice(1)) !== null || ownFolders.test(at))
      return `A layer cannot be mounted at ${show(at)}.`
    if (!hostPath.startsWith('/') || hostPath.includes('\0'))
      return `A layer for ${show(at)} needs an absolute path on this machine.`
    if (seen.has(at)) return `Two layers are mounted at ${show(at)}.`
    seen.add(at)
  }
  return null
}

function networkProblem({ network }: ExecutionRequest): string | null {
  if (network?.kind !== 'proxy') return null
  const { socket } = network
  return socket.startsWith('/') && !socket.includes('\0')
    ? null
    : 'The socket of the network needs an absolute path on this machine.'
}

/** Rejects requests for a network, for backends that cannot provide a socket and nothing else. */
export function assertNoNetwork({ network }: ExecutionRequest, why: string): void {
  if (network?.kind === 'proxy') throw badRequest(why)
}

/** Rejects requests for layers, for backends that cannot mount. */
export function assertNoLayers({ layers }: ExecutionRequest, why: string): void {
  if (layers.length > 0) throw badRequest(why)
}

/** Rejects a script whose interpreter is missing. */
export function assertRuntime(
  { runtime }: ExecutionRequest,
  found: readonly RuntimeHealth[],
  why: string,
): void {
  if (found.some((health) => health.runtime === runtime && health.version !== null)) return
  throw new SandboxRejection('sandbox.runtime-missing', why)
}

export function badRequest(why: string): SandboxRejection {
  return new SandboxRejection('sandbox.bad-request', why)
}

function limitsProblem({ limits }: ExecutionRequest): string | null {
  for (const [name, value] of Object.entries(limits)) {
    if (!Number.isSafeInteger(value) || value < 1)
      return `The limit ${name} is not a positive integer.`
  }
  return null
}

function show(text: string): string {
  return JSON.stringify(text.length > 120 ? `${text.slice(0, 120)}…` : text)
}
