import { readdirSync, readFileSync } from 'node:fs'

/** Current resource use of all processes of a sandbox. */
export interface TreeUsage {
  /** Resident bytes; shared pages count once per process. */
  readonly residentBytes: number
  /** CPU milliseconds of live processes and of the children they waited for. */
  readonly cpuMs: number
  readonly threads: number
}

/** The init of a sandbox: its PID on the host, and its start time to detect a reused PID. */
export interface SandboxInit {
  readonly pid: number
  readonly started: string
}

const auxiliary = auxiliaryVector()
const pageBytes = auxiliary.get(6n) ?? 4096
const ticksPerSecond = auxiliary.get(17n) ?? 100
/** The size of a socket's buffer, which scripts cannot change. */
const socketBytes = Math.max(settingOf('wmem_default'), settingOf('rmem_default'))

/** Throws when the process does not exist. */
export function initOf(pid: number): SandboxInit {
  const stat = statOf(`/proc/${pid}/stat`)
  if (stat === undefined) throw new Error(`Process ${pid} does not exist.`)
  return { pid, started: stat[19] ?? '' }
}

/** Once the init is dead, the kernel has killed and reaped its whole PID namespace. */
export function hasExited({ pid, started }: SandboxInit): boolean {
  const stat = statOf(`/proc/${pid}/stat`)
  return stat === undefined || stat[19] !== started || stat[0] === 'Z' || stat[0] === 'X'
}

/** Undefined when the sandbox has ended. */
export function treeUsage(init: SandboxInit): TreeUsage | undefined {
  let residentBytes = 0
  let cpuMs = 0
  let threads = 0
  const pids = pidsInside(init)
  if (pids === undefined) return undefined
  for (const folder of pids) {
    const stat = statOf(`${folder}/stat`)
    if (stat === undefined) continue
    residentBytes += Number(stat[21]) * pageBytes
    cpuMs += (sum(stat.slice(11, 15)) * 1000) / ticksPerSecond
    threads += Number(stat[17])
  }
  return { residentBytes, cpuMs, threads }
}

/** Proportional set size: shared pages divided among their users. Exact but expensive. */
export function memoryBytesOf(init: SandboxInit): number {
  let kibibytes = 0
  for (const folder of pidsInside(init) ?? []) {
    const text = read(`${folder}/smaps_rollup`)
    kibibytes += Number(/^Pss:\s+(\d+)/m.exec(text ?? '')?.[1] ?? 0)
  }
  return kibibytes * 1024
}

/** The most bytes that the buffers of all open sockets of a sandbox's network can hold. */
export function maxSocketBytes({ pid, started }: SandboxInit): number {
  const text = read(`/proc/${pid}/net/sockstat`)
  if (statOf(`/proc/${pid}/stat`)?.[19] !== started) return 0
  return Number(/^sockets: used (\d+)/.exec(text ?? '')?.[1] ?? 0) * socketBytes
}

/** CPU time of an init that is a zombie, including all it reaped. */
export function finalCpuMs({ pid, started }: SandboxInit): number | undefined {
  const stat = statOf(`/proc/${pid}/stat`)
  if (stat === undefined || stat[19] !== started) return undefined
  return (sum(stat.slice(11, 15)) * 1000) / ticksPerSecond
}

/** The sandbox's own `/proc`, read from the host, lists exactly the processes of its namespace. */
export function pidsInside({ pid, started }: SandboxInit): string[] | undefined {
  const proc = `/proc/${pid}/root/proc`
  try {
    const pids = readdirSync(proc).filter((name) => /^\d+$/.test(name))
    if (statOf(`/proc/${pid}/stat`)?.[19] !== started) return undefined
    return pids.map((name) => `${proc}/${name}`)
  } catch {
    return undefined
  }
}

/** Host PIDs of the direct children of a process. */
export function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && statOf(`/proc/${name}/stat`)?.[1] === String(pid))
    .map(Number)
}

/** The fields of `/proc/N/stat` after the command name (field 3 is at index 0). */
function statOf(path: string): string[] | undefined {
  const text = read(path)
  return text?.slice(text.lastIndexOf(')') + 2).split(' ')
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return undefined
  }
}

function settingOf(name: string): number {
  return Number(read(`/proc/sys/net/core/${name}`) ?? 212_992)
}

function sum(numbers: readonly string[]): number {
  return numbers.reduce((total, number) => total + Number(number), 0)
}

/** The auxiliary vector of this process, for page size and clock ticks; pairs of 64-bit words. */
function auxiliaryVector(): Map<bigint, number> {
  try {
    const words = new BigUint64Array(Uint8Array.from(readFileSync('/proc/self/auxv')).buffer)
    const pairs = Array.from({ length: words.length >> 1 }, (_, index) => index * 2)
    return new Map(pairs.map((at) => [words[at] ?? 0n, Number(words[at + 1] ?? 0n)]))
  } catch {
    return new Map()
  }
}
