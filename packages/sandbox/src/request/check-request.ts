import {
  type ExecutionRequest,
  type RuntimeHealth,
  runtimes,
  type SandboxFile,
  SandboxRefusal,
} from '../execution.ts'

const longestName = 255
const longestPath = 2_048
/** Arguments and environment together; what the kernel takes for one program is not much more. */
const longestJob = 512 * 1024
const variableName = /^[A-Za-z_][A-Za-z0-9_]*$/
/** Where a layer may not be put: it would hide a part of the sandbox itself. */
const ownFolders =
  /^\/(bin|boot|dev|etc|lib|lib64|opt\/node|proc|run|sbin|skill|tmp|usr|workspace)(\/|$)/

/** Refuses what no backend runs, with a sentence. Knows no machine. */
export function demandSound(request: ExecutionRequest): void {
  const wrong = whatIsWrong(request)
  if (wrong !== null) throw badRequest(wrong)
}

function whatIsWrong(request: ExecutionRequest): string | null {
  if (!runtimes.includes(request.runtime)) return `There is no runtime ${show(request.runtime)}.`
  return (
    wrongFiles('files', request.files) ??
    wrongFiles('workspace', request.workspace) ??
    wrongEntry(request) ??
    wrongText(request) ??
    wrongLayers(request) ??
    wrongNetwork(request) ??
    wrongLimits(request)
  )
}

function wrongEntry({ entry, files }: ExecutionRequest): string | null {
  if (files.some((file) => file.path === entry)) return null
  return `The script ${show(entry)} is not among the files; send it with them.`
}

function wrongFiles(where: string, files: readonly SandboxFile[]): string | null {
  const seen = new Set<string>()
  for (const { path } of files) {
    const why = wrongPath(path)
    if (why !== null) return `The path ${show(path)} in ${where} ${why}.`
    if (seen.has(path)) return `The path ${show(path)} is in ${where} twice.`
    seen.add(path)
  }
  const below = files.find(({ path }) => foldersOf(path).some((folder) => seen.has(folder)))
  if (below) return `The path ${show(below.path)} in ${where} is below another file.`
  return null
}

/** Why it is no relative path of ordinary names; null when it is one. */
export function wrongPath(path: string): string | null {
  if (path === '') return 'is empty'
  if (path.includes('\0')) return 'has a NUL character'
  if (path.startsWith('/')) return 'is absolute'
  if (/\p{Surrogate}/u.test(path)) return 'is no Unicode text'
  if (Buffer.byteLength(path) > longestPath) return 'is too long'
  for (const name of path.split('/')) {
    if (name === '' || name === '.' || name === '..') return 'has an empty name, a . or a ..'
    if (Buffer.byteLength(name) > longestName) return 'has a name that is too long'
  }
  return null
}

/** `a/b/c.txt` is in `a` and in `a/b`. */
export function foldersOf(path: string): string[] {
  const names = path.split('/').slice(0, -1)
  return names.map((_, index) => names.slice(0, index + 1).join('/'))
}

function wrongText({ args, env }: ExecutionRequest): string | null {
  if (args.some((arg) => arg.includes('\0'))) return 'An argument has a NUL character.'
  for (const [name, value] of Object.entries(env)) {
    if (!variableName.test(name)) return `The variable ${show(name)} cannot be named so.`
    if (value.includes('\0')) return `The variable ${show(name)} has a NUL character.`
  }
  const texts = [...args, ...Object.entries(env).flat()]
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text) + 1, 0)
  return bytes > longestJob
    ? `Arguments and environment take more than ${longestJob / 1024} KiB; pass them as a file.`
    : null
}

function wrongLayers({ layers }: ExecutionRequest): string | null {
  const seen = new Set<string>()
  for (const { at, hostPath } of layers) {
    if (!at.startsWith('/') || wrongPath(at.slice(1)) !== null || ownFolders.test(at))
      return `A layer cannot be put at ${show(at)}.`
    if (!hostPath.startsWith('/') || hostPath.includes('\0'))
      return `A layer for ${show(at)} needs an absolute path on this machine.`
    if (seen.has(at)) return `Two layers are put at ${show(at)}.`
    seen.add(at)
  }
  return null
}

function wrongNetwork({ network }: ExecutionRequest): string | null {
  if (network?.kind !== 'proxy') return null
  const { socket } = network
  return socket.startsWith('/') && !socket.includes('\0')
    ? null
    : 'The socket of the network needs an absolute path on this machine.'
}

/** Refuses what asks for a network, for backends that have no way to give a socket and nothing else. */
export function demandNoNetwork({ network }: ExecutionRequest, why: string): void {
  if (network?.kind === 'proxy') throw badRequest(why)
}

/** Refuses what asks for layers, for backends that can mount nothing. */
export function demandNoLayers({ layers }: ExecutionRequest, why: string): void {
  if (layers.length > 0) throw badRequest(why)
}

/** Refuses a script whose interpreter was not found. */
export function demandRuntime(
  { runtime }: ExecutionRequest,
  found: readonly RuntimeHealth[],
  why: string,
): void {
  if (found.some((health) => health.runtime === runtime && health.version !== null)) return
  throw new SandboxRefusal('sandbox.runtime-missing', why)
}

export function badRequest(why: string): SandboxRefusal {
  return new SandboxRefusal('sandbox.bad-request', why)
}

function wrongLimits({ limits }: ExecutionRequest): string | null {
  for (const [name, value] of Object.entries(limits)) {
    if (!Number.isSafeInteger(value) || value < 1)
      return `The limit ${name} is no whole number above 0.`
  }
  return null
}

function show(text: string): string {
  return JSON.stringify(text.length > 120 ? `${text.slice(0, 120)}…` : text)
}
